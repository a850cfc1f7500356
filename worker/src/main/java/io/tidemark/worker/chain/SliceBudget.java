package io.tidemark.worker.chain;

import java.util.function.BooleanSupplier;

/**
 * How long a slice of work may go on: until its time is up or the outputs have no room. Both are looked at once in a few
 * calls only, more often when the work between two calls turns out to be slow.
 */
public final class SliceBudget {
    private static final int MAX_STRIDE = 16;

    private final TaskClock clock;
    private final long sliceNs;
    private final BooleanSupplier room;
    private final int maxStride;

    private long deadlineNs;
    private long lastCheckNs;
    private int stride = 1;
    private int callsUntilCheck;

    /**
     * @param sliceNs length of a slice
     * @param room whether all outputs have room
     */
    public SliceBudget(TaskClock clock, long sliceNs, BooleanSupplier room) {
        this(clock, sliceNs, room, MAX_STRIDE);
    }

    /** @param maxStride look at least once in so many calls; 1 to look each time */
    public SliceBudget(TaskClock clock, long sliceNs, BooleanSupplier room, int maxStride) {
        this.clock = clock;
        this.sliceNs = sliceNs;
        this.room = room;
        this.maxStride = maxStride;
    }

    /** A new slice begins. */
    public void begin(long nowNs) {
        deadlineNs = nowNs + sliceNs;
        lastCheckNs = nowNs;
        callsUntilCheck = 0;
    }

    /** Whether the slice may go on. */
    public boolean hasRoom() {
        return --callsUntilCheck > 0 || check();
    }

    private boolean check() {
        callsUntilCheck = 0;
        long nowNs = clock.nanoTime();
        if (nowNs - deadlineNs >= 0 || !room.getAsBoolean()) {
            return false;
        }
        boolean slow = nowNs - lastCheckNs > sliceNs / 4;
        stride = slow ? 1 : Math.min(maxStride, stride * 2);
        lastCheckNs = nowNs;
        callsUntilCheck = stride;
        return true;
    }
}
