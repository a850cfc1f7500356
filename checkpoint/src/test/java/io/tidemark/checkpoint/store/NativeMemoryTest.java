package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What stores take outside of the heap. */
class NativeMemoryTest {
    private final int handlesBefore = NativeHandles.open();
    private final TestStores stores = new TestStores();

    @AfterEach
    void tearDown() {
        stores.close();
        assertThat(NativeHandles.open()).as("native handles left open").isEqualTo(handlesBefore);
    }

    private static void fill(KeyedStateStore store, int keys) throws Exception {
        ValueState<String> texts = store.value(new ValueStateDescriptor<>("texts", Types.STRING));
        for (int key = 0; key < keys; key++) {
            store.setCurrentKey(key);
            texts.update("text of key " + key);
        }
    }

    @Test
    void trS1_aJobThatFailsOverAndOverLeavesNoNativeHandle() throws Exception {
        KeyedStateStore first = stores.open(1L << 30);
        fill(first, 100);
        KeyedStateHandle handle = stores.snapshot(first, 1);
        first.close();
        int handlesOfMemory = NativeHandles.open();

        for (int failure = 0; failure < 200; failure++) {
            KeyedStateStore store = stores.open(0, handle);
            fill(store, 20);
            KeyedStateStore.Frozen frozen = store.freeze(2);
            if (failure % 2 == 0) {
                stores.write(frozen);
            } else {
                frozen.discard();
            }
            store.close();
            assertThat(NativeHandles.open()).isEqualTo(handlesOfMemory);
        }
    }

    @Test
    void trS2_twentyOperatorsOnOneWorkerStayWithinOneLimit() throws Exception {
        CacheBudget budget = new CacheBudget(1 << 20);
        List<KeyedStateStore> operators = new ArrayList<>();
        for (int operator = 0; operator < 20; operator++) {
            operators.add(stores.open(budget, TestStores.ALL, List.of()));
        }
        for (KeyedStateStore operator : operators) {
            fill(operator, 1_500);
        }

        assertThat(budget.usedBytes()).isLessThan(2 * budget.limitBytes());
        assertThat(stores.memory.usedBytes()).isPositive().isLessThan(2 * stores.memory.limitBytes());
    }

    @Test
    void who_waits_for_a_snapshot_does_not_wait_for_a_turn_of_those_who_go_on_with_records() throws Exception {
        KeyedStateStore store = stores.open(1L << 30);
        fill(store, 10);
        Semaphore turns = stores.memory.snapshotTurns();
        int all = turns.drainPermits();
        KeyedStateStore.Frozen frozen = store.freeze(1);
        frozen.hurry();

        CompletableFuture<KeyedStateHandle> written = CompletableFuture.supplyAsync(() -> stores.write(frozen));

        try {
            assertThat(written).succeedsWithin(Duration.ofSeconds(30));
        } finally {
            turns.release(all);
        }
    }

    @Test
    void who_is_interrupted_while_others_have_the_turns_waits_for_none() throws Exception {
        KeyedStateStore store = stores.open(1L << 30);
        fill(store, 10);
        Semaphore turns = stores.memory.snapshotTurns();
        int all = turns.drainPermits();
        KeyedStateStore.Frozen frozen = store.freeze(1);
        CompletableFuture<KeyedStateHandle> written = new CompletableFuture<>();
        Thread writer = new Thread(() -> written.completeAsync(() -> stores.write(frozen), Runnable::run));
        try {
            writer.start();
            while (!turns.hasQueuedThreads() && !written.isDone()) {
                Thread.onSpinWait();
            }
            writer.interrupt();
            assertThat(written)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableThat()
                    .withRootCauseInstanceOf(InterruptedIOException.class);
        } finally {
            turns.release(all);
        }
    }
}
