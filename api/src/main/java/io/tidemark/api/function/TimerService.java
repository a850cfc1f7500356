package io.tidemark.api.function;

/**
 * The clocks and the timers of the current key. There is at most one timer for each key, time and clock: registering it
 * again changes nothing.
 *
 * <p>Timers are part of every checkpoint. They need a keyed stream; elsewhere the four methods that change timers throw
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
}
