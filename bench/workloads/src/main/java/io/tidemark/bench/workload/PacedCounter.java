package io.tidemark.bench.workload;

import java.util.Arrays;

/**
 * Adds up the results of {@link PacedWindowSums} that one sink sees, and notes how late they come. Those of the first
 * seconds are left out, and those of windows that the end of the input cut short. Used by one thread.
 */
public final class PacedCounter {
    private static final long LEFT_OUT_MS = 5_000;
    private static final int FIRST_CAPACITY = 1 << 16;

    private long[] latenciesUs = new long[FIRST_CAPACITY];
    private int size;
    private long countedFromMs = Long.MIN_VALUE;
    private long events;
    private long checksum;

    /** @param nowUs from {@link PacedWindowSums#nowUs} */
    public void add(long windowEndMs, long key, long count, long sum, long nowUs) {
        events += count;
        checksum += PacedWindowSums.checksum(key, count, sum);
        if (countedFromMs == Long.MIN_VALUE) {
            countedFromMs = windowEndMs + LEFT_OUT_MS;
        }
        long latencyUs = nowUs - windowEndMs * 1000;
        if (windowEndMs >= countedFromMs && latencyUs >= 0) {
            if (size == latenciesUs.length) {
                latenciesUs = Arrays.copyOf(latenciesUs, size * 2);
            }
            latenciesUs[size++] = latencyUs;
        }
    }

    /** There are no more: all goes to the boards of this process. */
    public void publish() {
        TallyBoard.add(new Tally(events, checksum));
        LatencyBoard.add(Arrays.copyOf(latenciesUs, size));
        events = 0;
        checksum = 0;
        size = 0;
    }
}
