package io.tidemark.api.config;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Time spans as people write them. */
final class TimeSpans {
    static final String EXPECTED = "a time span such as 200 ms, 10 s, 1 min, 2 h, 1 d or PT10S";

    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d+)\\s*([a-zµ]*)");

    private TimeSpans() {}

    /** A number without a unit is in milliseconds. */
    static Duration parse(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        Matcher matcher = NUMBER_AND_UNIT.matcher(lower);
        if (matcher.matches()) {
            return Duration.of(Long.parseLong(matcher.group(1)), unitOf(matcher.group(2)));
        }
        if (!lower.startsWith("p")) {
            throw new IllegalArgumentException(text);
        }
        try {
            Duration duration = Duration.parse(text);
            if (duration.isNegative()) {
                throw new IllegalArgumentException(text);
            }
            return duration;
        } catch (java.time.format.DateTimeParseException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    private static ChronoUnit unitOf(String name) {
        return switch (name) {
            case "ns", "nano", "nanos", "nanosecond", "nanoseconds" -> ChronoUnit.NANOS;
            case "us", "µs", "micro", "micros", "microsecond", "microseconds" -> ChronoUnit.MICROS;
            case "", "ms", "milli", "millis", "millisecond", "milliseconds" -> ChronoUnit.MILLIS;
            case "s", "sec", "secs", "second", "seconds" -> ChronoUnit.SECONDS;
            case "m", "min", "mins", "minute", "minutes" -> ChronoUnit.MINUTES;
            case "h", "hour", "hours" -> ChronoUnit.HOURS;
            case "d", "day", "days" -> ChronoUnit.DAYS;
            default -> throw new IllegalArgumentException(name);
        };
    }

    /** In the largest unit that holds it as a whole number. */
    static String format(Duration span) {
        if (span.isNegative()) {
            return span.toString();
        }
        if (span.getNano() % 1_000_000 != 0) {
            boolean micros = span.getNano() % 1_000 == 0;
            try {
                return micros ? span.toNanos() / 1_000 + " us" : span.toNanos() + " ns";
            } catch (ArithmeticException tooLong) {
                return span.toString();
            }
        }
        if (span.getNano() != 0) {
            return span.toMillis() + " ms";
        }
        long seconds = span.getSeconds();
        if (seconds == 0) {
            return "0 ms";
        } else if (seconds % 86_400 == 0) {
            return seconds / 86_400 + " d";
        } else if (seconds % 3_600 == 0) {
            return seconds / 3_600 + " h";
        } else if (seconds % 60 == 0) {
            return seconds / 60 + " min";
        } else {
            return seconds + " s";
        }
    }
}
