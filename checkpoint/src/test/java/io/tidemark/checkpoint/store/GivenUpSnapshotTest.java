package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.timer.Timer;
import io.tidemark.checkpoint.timer.TimerDomain;
import java.io.InterruptedIOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The writing of a snapshot whose task is not wanted any more: its thread is interrupted in the middle. */
class GivenUpSnapshotTest {
    private static final int TIMERS = 50_000;
    private static final int NEVER = -1;
    private static final int AT_MOST_AFTER = 5_000;

    private final int handlesBefore = NativeHandles.open();
    private final TestStores stores = new TestStores();

    /** Interrupts its thread at one of the keys that it writes, and counts them all. */
    private enum Keys implements TypeSerializer<Integer> {
        INTERRUPTING;

        private final TypeSerializer<Integer> known = Types.INT.createSerializer();
        private int written;
        private int interruptAt;

        void interruptAt(int key) {
            written = 0;
            interruptAt = key;
        }

        @Override
        public void serialize(Integer value, BinaryWriter out) {
            if (++written == interruptAt) {
                Thread.currentThread().interrupt();
            }
            known.serialize(value, out);
        }

        @Override
        public Integer deserialize(BinaryReader in) {
            return known.deserialize(in);
        }

        @Override
        public Integer copy(Integer value) {
            return value;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(Integer value) {
            return known.hash(value);
        }

        @Override
        public SerializerSnapshot schema() {
            return known.schema();
        }
    }

    @BeforeEach
    void interruptNowhere() {
        Keys.INTERRUPTING.interruptAt(NEVER);
    }

    @AfterEach
    void closes() {
        Thread.interrupted();
        stores.close();
        assertThat(NativeHandles.open()).as("native handles left open").isEqualTo(handlesBefore);
    }

    private static KeyedStateStore withTimers(TestStores stores) {
        KeyedStateStore store = stores.open(new CacheBudget(1L << 30), TestStores.ALL, List.of(), Keys.INTERRUPTING);
        int group = store.timers().group("timers", Types.LONG.createSerializer());
        for (int key = 0; key < TIMERS; key++) {
            store.setCurrentKey(key);
            store.timers().register(TimerDomain.EVENT, group, 0L, key);
        }
        return store;
    }

    private void assertEndsSoonAfter(KeyedStateStore.Frozen frozen, int key) {
        Keys.INTERRUPTING.interruptAt(key);
        assertThatThrownBy(() -> stores.write(frozen)).hasRootCauseInstanceOf(InterruptedIOException.class);
        assertThat(Keys.INTERRUPTING.written).isBetween(key, key + AT_MOST_AFTER);
        assertThat(Thread.interrupted()).as("the interrupt goes on").isTrue();
        Keys.INTERRUPTING.interruptAt(NEVER);
    }

    private static int fireAll(KeyedStateStore store) {
        int fired = 0;
        for (Timer timer = store.timers().pollDue(TimerDomain.EVENT, Long.MAX_VALUE);
                timer != null;
                timer = store.timers().pollDue(TimerDomain.EVENT, Long.MAX_VALUE)) {
            assertThat(timer.timestamp()).isEqualTo(fired++);
        }
        return fired;
    }

    @Test
    void aMillionTimersThatWereSetKeepNoTaskFromItsEnd() {
        KeyedStateStore store = withTimers(stores);
        assertEndsSoonAfter(store.freeze(1), TIMERS / 5);
    }

    @Test
    void aMillionTimersThatFiredKeepNoTaskFromItsEnd() {
        KeyedStateStore store = withTimers(stores);
        stores.snapshot(store, 1);
        assertThat(fireAll(store)).isEqualTo(TIMERS);
        assertEndsSoonAfter(store.freeze(2), TIMERS / 5);
    }

    @Test
    void noPictureIsTakenOnceTheInterruptHasComeWithTheLastTimer() {
        int keys;
        try (TestStores twins = new TestStores()) {
            KeyedStateStore twin = withTimers(twins);
            Keys.INTERRUPTING.interruptAt(NEVER);
            twins.snapshot(twin, 1);
            keys = Keys.INTERRUPTING.written;
        }
        KeyedStateStore.Frozen frozen = withTimers(stores).freeze(1);
        Keys.INTERRUPTING.interruptAt(keys);
        assertThatThrownBy(() -> stores.write(frozen)).hasMessageContaining("before the picture of its database");
    }

    @Test
    void whatWasGivenUpIsInTheNextSnapshotWhole() {
        KeyedStateStore store = withTimers(stores);
        assertEndsSoonAfter(store.freeze(1), TIMERS / 5);
        KeyedStateStore next = stores.open(
                new CacheBudget(1L << 30), TestStores.ALL, List.of(stores.snapshot(store, 2)), Keys.INTERRUPTING);
        next.timers().group("timers", Types.LONG.createSerializer());
        assertThat(fireAll(next)).isEqualTo(TIMERS);
    }
}
