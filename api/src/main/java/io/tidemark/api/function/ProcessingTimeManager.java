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

    /**
     * Sets the timer of this name; where it stood before is forgotten. It has nothing to do with timers without a name.
     *
     * @param timestamp in milliseconds
     * @throws UnsupportedOperationException when the stream is not keyed
     */
    void set(String name, long timestamp);

    /** Takes the timer of this name back; one that is not set is no error. */
    void clear(String name);

    /** Where wall clock stands, in milliseconds. */
    long currentTime();
}
