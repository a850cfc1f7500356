package io.tidemark.api.function;

/** Timers of the current key by the wall clock. */
public interface ProcessingTimeManager {
    /**
     * Sets a timer; one that is set already stays one.
     *
     * @param timestamp in milliseconds
     * @throws UnsupportedOperationException when the stream is not keyed
     */
    void registerTimer(long timestamp);

    /** Takes a timer back; one that is not set is no error. */
    void deleteTimer(long timestamp);

    /** Where wall clock stands, in milliseconds. */
    long currentTime();
}
