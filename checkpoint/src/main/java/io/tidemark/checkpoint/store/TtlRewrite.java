package io.tidemark.checkpoint.store;

import io.tidemark.api.state.TtlClock;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.proto.StateMeta;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Gives restored values a time, another one, or none, when a state's time to live was turned on, goes by another clock, or
 * was turned off. What had had its time under the old rule goes. Used by the task's thread before the state is used.
 */
final class TtlRewrite {
    private final StateDatabase database;
    private final KeyGroupRange keyGroups;
    private final TtlClocks clocks;

    TtlRewrite(StateDatabase database, KeyGroupRange keyGroups, TtlClocks clocks) {
        this.database = database;
        this.keyGroups = keyGroups;
        this.clocks = clocks;
    }

    /** What a clock is called in a snapshot; the empty text for no time to live. */
    static String nameOf(TtlRule rule) {
        return rule == null ? "" : rule.clock().name();
    }

    /**
     * @param stored how the state is stored
     * @param rule how it is declared; null for no time to live
     */
    void rewrite(StateMeta stored, TtlRule rule) {
        boolean hadTime = !stored.getTtlClock().isEmpty();
        TtlCut before = hadTime ? cut(stored) : null;
        int strip = hadTime ? TtlValues.TIME_BYTES : 0;
        long nowMs = rule == null ? 0 : clocks.nowMs(rule.clock());
        LongPass pass = new LongPass("state was given another time to live");
        try (DatabaseBatch batch = database.batch()) {
            for (int group = keyGroups.first(); group <= keyGroups.last(); group++) {
                byte[] first = StateKeyFormat.statePrefix(group, stored.getId());
                try (DatabaseScan scan = database.scan(Column.STATE, first, StateKeyFormat.endOf(first))) {
                    for (; scan.isValid(); scan.next()) {
                        pass.onEntry();
                        if (before != null && before.isOver(scan.beginningOfValue())) {
                            batch.delete(Column.STATE, scan.key());
                        } else {
                            byte[] value = scan.value();
                            byte[] plain = Arrays.copyOfRange(value, strip, value.length);
                            batch.put(Column.STATE, scan.key(), rule == null ? plain : timed(nowMs, plain));
                        }
                    }
                }
            }
            batch.write();
        }
    }

    private TtlCut cut(StateMeta stored) {
        TtlClock clock = TtlClock.valueOf(stored.getTtlClock());
        long nowMs = clocks.nowMs(clock);
        return new TtlCut(stored.getId(), stored.getTtlMs(), nowMs, clocks.firstWatermark());
    }

    private static byte[] timed(long timeMs, byte[] value) {
        byte[] timed = new byte[TtlValues.TIME_BYTES + value.length];
        ByteBuffer.wrap(timed).putLong(timeMs).put(value);
        return timed;
    }
}
