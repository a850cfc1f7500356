package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.checkpoint.timer.TimerQueue;
import io.tidemark.checkpoint.timer.TimerWriter;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Sends later timers to the database when the store has to give room. Timers give in proportion to what they have of
 * the store's memory. Used by the task's thread.
 */
final class TimerSpill {
    /** How far below the limit to go, so that not every record brings it back. */
    private static final long HEADROOM_BYTES = 256 << 10;
    /** The parts of the budget that timers may keep in any case, and that may come back from the database at a time. */
    private static final int KEPT_PER_BUDGET = 64;

    private static final int BATCHES_PER_BUDGET = 32;
    /** How many keys to let by when nothing may be written and nothing else could go. */
    private static final int PAUSE_KEYS = 1024;

    private final TimerQueue timers;
    private final StateCache cache;
    private final CacheBudget.Share share;
    private final long limitBytes;
    private final SnapshotContext context;
    private int pause;

    TimerSpill(TimerQueue timers, StateCache cache, CacheBudget.Share share, long limitBytes, SnapshotContext context) {
        this.timers = timers;
        this.cache = cache;
        this.share = share;
        this.limitBytes = limitBytes;
        this.context = context;
    }

    /** How many bytes of timers may come back from the database at a time. */
    static long batchBytes(long limitBytes) {
        return limitBytes / BATCHES_PER_BUDGET;
    }

    /**
     * Makes room.
     *
     * @param mayWrite whether the database may be written to
     */
    TimerQueue.Spilled spill(boolean mayWrite) {
        long over = share.excessBytes() + Math.min(HEADROOM_BYTES, limitBytes / 16);
        long spare = cache.usedBytes() - share.guaranteedBytes();
        long heapBytes = timers.heapBytes();
        long keep = limitBytes / KEPT_PER_BUDGET;
        if (Math.min(over, spare) <= 0 || heapBytes <= keep) {
            return TimerQueue.Spilled.DONE;
        }
        if (pause > 0 && !mayWrite) {
            pause--;
            return TimerQueue.Spilled.STUCK;
        }
        double part = Math.min(1, (double) heapBytes / cache.usedBytes());
        long wanted = (long) Math.ceil(Math.min(over, spare) * part);
        TimerQueue.Spilled spilled;
        try (Writer writer = new Writer()) {
            spilled = timers.spill(wanted, keep, mayWrite ? writer : null);
            writer.write();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        pause = spilled == TimerQueue.Spilled.STUCK ? PAUSE_KEYS : 0;
        return spilled;
    }

    /** Writes to the database, which is left alone as long as there is nothing to write. */
    private final class Writer implements TimerWriter, AutoCloseable {
        private DatabaseBatch batch;

        private DatabaseBatch batch() {
            if (batch == null) {
                context.onWrite();
                batch = context.database().batch();
            }
            return batch;
        }

        @Override
        public void put(BinaryWriter key, BinaryWriter value) {
            batch().put(key, value);
        }

        @Override
        public void delete(BinaryWriter key) {
            batch().delete(key);
        }

        void write() {
            if (batch != null) {
                batch.write();
            }
        }

        @Override
        public void close() {
            if (batch != null) {
                batch.close();
            }
        }
    }
}
