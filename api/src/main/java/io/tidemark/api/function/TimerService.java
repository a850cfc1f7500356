package io.tidemark.api.function;

/**
 * The clocks and the timers of the current key. There is at most one timer for each key, time and clock: registering it
 * again changes nothing. A timer may have a name instead: there is at most one for each key, name and clock, and setting it again
 * moves it. Timers with and without a name have nothing to do with each other.
 *
 * <p>Timers are part of every checkpoint. They need a keyed stream; elsewhere the methods that change timers throw
 * {@link UnsupportedOperationException}.
 */
public interface TimerService {
    /** The wall clock in milliseconds since 1970. */
    long currentProcessingTime();

    /** The event time of this operator in milliseconds since 1970, Long.MIN_VALUE before the first watermark. */
    long currentWatermark();

    /** Calls {@code onTimer} once the wall clock is past {@code time}, never earlier. */
    void registerProcessingTimeTimer(long time);

    /**
     * Calls {@code onTimer} at the first watermark that is not below {@code time}, before that watermark goes on. When
     * it is not above the current watermark: at the next one.
     */
    void registerEventTimeTimer(long time);

    /** Removes the timer; nothing happens if there is none. */
    void deleteProcessingTimeTimer(long time);

    /** Removes the timer; nothing happens if there is none. */
    void deleteEventTimeTimer(long time);

    /**
     * Sets the timer of this name, as {@link #registerProcessingTimeTimer}; where it stood before is forgotten.
     *
     * @param name any text; {@code onTimer} is told it
     */
    void setProcessingTimeTimer(String name, long time);

    /**
     * Sets the timer of this name, as {@link #registerEventTimeTimer}; where it stood before is forgotten.
     *
     * @param name any text; {@code onTimer} is told it
     */
    void setEventTimeTimer(String name, long time);

    /** Removes the timer of this name; nothing happens if there is none. */
    void clearProcessingTimeTimer(String name);

    /** Removes the timer of this name; nothing happens if there is none. */
    void clearEventTimeTimer(String name);
}
