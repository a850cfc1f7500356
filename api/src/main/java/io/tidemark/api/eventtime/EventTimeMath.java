package io.tidemark.api.eventtime;

import java.time.Duration;

/** Arithmetic on event time that stops at the two ends of time instead of wrapping around. */
public final class EventTimeMath {
    private EventTimeMath() {}

    /** The sum, or the end of time that it lies beyond. */
    public static long plus(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return sum;
    }

    /** The difference, or the end of time that it lies beyond. */
    public static long minus(long a, long b) {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return difference;
    }

    /**
     * A time span in milliseconds; one that is too long for a long is the longest.
     *
     * @throws IllegalArgumentException when it is negative, naming it by {@code name}
     */
    public static long nonNegativeMs(String name, Duration span) {
        if (span.isNegative()) {
            throw new IllegalArgumentException(name + " is negative: " + span);
        }
        try {
            return span.toMillis();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }
}
