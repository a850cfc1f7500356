package io.tidemark.checkpoint.store;

/**
 * Which values of a state have had their time at one moment. Never changed.
 *
 * @param nowMs by the clock of the state
 * @param firstWatermark when the time of values began that were written before it
 */
record TtlCut(int stateId, long timeToLiveMs, long nowMs, long firstWatermark) {
    private static final long NONE = Long.MIN_VALUE;

    /** Whether what began at a time has lived as long as it may. */
    boolean isOver(long beganMs) {
        return isOver(beganMs, timeToLiveMs, nowMs, firstWatermark);
    }

    static boolean isOver(long beganMs, long timeToLiveMs, long nowMs, long firstWatermark) {
        long began = beganMs == NONE ? firstWatermark : beganMs;
        if (nowMs == NONE || began == NONE) {
            return false;
        }
        long endMs = began + timeToLiveMs;
        boolean isEndless = endMs < began;
        return !isEndless && endMs <= nowMs;
    }
}
