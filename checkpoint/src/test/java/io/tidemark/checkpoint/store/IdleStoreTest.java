package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Stores that share a budget, of which some have nothing to do. */
class IdleStoreTest {
    private static final long LIMIT = 2_000_000;
    private static final long SECOND_NS = 1_000_000_000;

    private final TestStores stores = new TestStores();
    private final CacheBudget budget = new CacheBudget(LIMIT);
    private long nowNs = 42;

    @AfterEach
    void tearDown() {
        stores.close();
    }

    private KeyedStateStore store() {
        return stores.open(budget, TestStores.ALL, List.of());
    }

    private static ValueState<Long> counts(KeyedStateStore store) throws IOException {
        return store.value(new ValueStateDescriptor<>("counts", Types.LONG));
    }

    private static void count(KeyedStateStore store, int keys) throws IOException {
        ValueState<Long> counts = counts(store);
        for (int key = 0; key < keys; key++) {
            store.setCurrentKey(key);
            Long before = counts.value();
            counts.update(before == null ? 1 : before + 1);
        }
    }

    /** A task that has nothing to do is stepped all the same. */
    private void stepIdle(KeyedStateStore store) {
        store.tend(nowNs);
        nowNs += SECOND_NS;
        for (int step = 0; step < 1_000; step++) {
            store.tend(nowNs);
            nowNs += 1_000_000;
        }
    }

    @Test
    void an_idle_store_gives_back_what_a_busy_one_needs() throws Exception {
        KeyedStateStore idle = store();
        KeyedStateStore busy = store();
        count(idle, 30_000);
        count(busy, 30_000);
        long heldBytes = idle.cachedBytes();
        assertThat(heldBytes).isGreaterThan(LIMIT / 2);

        for (int round = 0; round < 20; round++) {
            stepIdle(idle);
            count(busy, 30_000);
        }

        assertThat(idle.cachedBytes()).isLessThan(LIMIT / 20);
        assertThat(busy.cachedBytes()).isGreaterThan(LIMIT * 8 / 10);
    }

    @Test
    void what_an_idle_store_gave_back_is_found_when_it_is_used_again() throws Exception {
        KeyedStateStore idle = store();
        KeyedStateStore busy = store();
        count(idle, 10_000);
        for (int round = 0; round < 20; round++) {
            stepIdle(idle);
            count(busy, 30_000);
        }
        assertThat(idle.cachedBytes()).isLessThan(LIMIT / 20);

        count(idle, 10_000);

        ValueState<Long> counts = counts(idle);
        for (int key = 0; key < 10_000; key++) {
            idle.setCurrentKey(key);
            assertThat(counts.value()).isEqualTo(2);
        }
    }

    @Test
    void a_store_that_was_used_a_moment_ago_gives_nothing_back_without_being_used() throws Exception {
        KeyedStateStore quiet = store();
        count(quiet, 30_000);
        long heldBytes = quiet.cachedBytes();

        for (int step = 0; step < 1_000; step++) {
            assertThat(quiet.tend(nowNs + step * 900_000L)).isFalse();
        }

        assertThat(quiet.cachedBytes()).isEqualTo(heldBytes);
    }

    @Test
    void an_idle_store_keeps_what_nobody_needs() throws Exception {
        KeyedStateStore idle = store();
        count(idle, 5_000);
        long heldBytes = idle.cachedBytes();
        assertThat(heldBytes).isGreaterThan(LIMIT / 5);

        stepIdle(idle);

        assertThat(idle.cachedBytes()).isEqualTo(heldBytes);
    }

    @Test
    void an_idle_store_waits_with_its_changes_until_a_snapshot_is_written() throws Exception {
        KeyedStateStore idle = store();
        count(idle, 30_000);
        KeyedStateStore.Frozen frozen = idle.freeze(1);
        count(idle, 5_000);
        stepIdle(idle);
        long heldBytes = idle.cachedBytes();
        assertThat(heldBytes).isGreaterThan(LIMIT / 5);

        stores.write(frozen);
        stepIdle(idle);

        assertThat(idle.cachedBytes()).isLessThan(heldBytes);
        assertThat(budget.isScarce()).isFalse();
    }

    @Test
    void the_share_that_a_busy_store_may_keep_grows_when_others_are_idle() {
        CacheBudget.Share first = budget.join();
        CacheBudget.Share second = budget.join();
        assertThat(first.guaranteedBytes()).isEqualTo(LIMIT / 4);

        second.setIdle(true);

        assertThat(first.guaranteedBytes()).isEqualTo(LIMIT / 2);
        assertThat(second.guaranteedBytes()).isZero();
        second.leave();
        assertThat(first.guaranteedBytes()).isEqualTo(LIMIT / 2);
    }
}
