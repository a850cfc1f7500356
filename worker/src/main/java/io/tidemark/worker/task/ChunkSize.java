package io.tidemark.worker.task;

import io.tidemark.network.batch.RecordBatch;

/**
 * How many records of a batch a task takes before it looks at its mail: the slower they turn out to be, the fewer. It begins
 * small, since nobody knows how slow the first records are, and grows by what was taken, so that a trickle says nothing of a burst.
 *
 * <p>Pure; one thread.
 */
final class ChunkSize {
    private static final long LONG_NS = 4_000_000;
    private static final long SHORT_NS = 1_000_000;

    private int size = 1;

    int size() {
        return size;
    }

    /** So many records took so long. */
    void note(int records, long tookNs) {
        long inTime = records * LONG_NS / Math.max(1, tookNs);
        if (inTime < size) {
            size = (int) Math.max(1, inTime);
        } else if (tookNs < SHORT_NS && records >= size) {
            size = Math.min(RecordBatch.CAPACITY, size * 2);
        }
    }
}
