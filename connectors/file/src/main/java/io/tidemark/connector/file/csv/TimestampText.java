package io.tidemark.connector.file.csv;

import io.tidemark.connector.file.format.ByteSink;
import java.time.LocalDate;
import java.time.LocalTime;

/** Timestamps as {@code yyyy-MM-dd HH:mm:ss[.SSSSSSSSS]}; a {@code T} between date and time is read too. */
final class TimestampText {
    /** The text is not a timestamp. It is none itself. */
    static final long INVALID = Long.MIN_VALUE;

    private static final int SHORTEST = "yyyy-MM-dd HH:mm:ss".length();
    private static final int LONGEST = "yyyy-MM-dd HH:mm:ss.SSSSSSSSS".length();
    private static final long DAY_MS = 86_400_000;
    private static final int[] DAYS_OF_MONTH = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

    private TimestampText() {}

    /** Milliseconds since 1970 UTC; digits after the third are cut off. */
    static long parseMs(byte[] bytes, int from, int to) {
        int length = to - from;
        if (length < SHORTEST
                || length > LONGEST
                || bytes[from + 4] != '-'
                || bytes[from + 7] != '-'
                || bytes[from + 10] != ' ' && bytes[from + 10] != 'T'
                || bytes[from + 13] != ':'
                || bytes[from + 16] != ':'
                || length > SHORTEST && (bytes[from + 19] != '.' || length == SHORTEST + 1)) {
            return INVALID;
        }
        int year = digits(bytes, from, 4);
        int month = digits(bytes, from + 5, 2);
        int day = digits(bytes, from + 8, 2);
        int hour = digits(bytes, from + 11, 2);
        int minute = digits(bytes, from + 14, 2);
        int second = digits(bytes, from + 17, 2);
        int fraction = length == SHORTEST ? 0 : digits(bytes, from + 20, length - 20);
        // One negative part makes the whole negative.
        if ((year | month | day | hour | minute | second | fraction) < 0
                || month < 1
                || month > 12
                || day < 1
                || day > daysOfMonth(year, month)
                || hour > 23
                || minute > 59
                || second > 59) {
            return INVALID;
        }
        int ms = length == SHORTEST ? 0 : scale(fraction, length - 20, 3);
        return DAY_MS * LocalDate.of(year, month, day).toEpochDay() + 1000L * (3600 * hour + 60 * minute + second) + ms;
    }

    /** The part below a second of a text that {@link #parseMs} took. */
    static int nanosOfSecond(String text) {
        return text.length() == SHORTEST
                ? 0
                : scale(Integer.parseInt(text.substring(SHORTEST + 1)), text.length() - SHORTEST - 1, 9);
    }

    private static int scale(int fraction, int digits, int wanted) {
        int scaled = fraction;
        for (int i = digits; i < wanted; i++) {
            scaled *= 10;
        }
        for (int i = wanted; i < digits; i++) {
            scaled /= 10;
        }
        return scaled;
    }

    private static int daysOfMonth(int year, int month) {
        boolean leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        return month == 2 && leap ? 29 : DAYS_OF_MONTH[month - 1];
    }

    /** Negative when one is not a digit. */
    private static int digits(byte[] bytes, int from, int count) {
        int value = 0;
        for (int at = from; at < from + count; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = 10 * value + digit;
        }
        return value;
    }

    /** Writes {@code yyyy-MM-dd HH:mm:ss.SSS} in UTC. */
    static void write(long ms, ByteSink out) {
        writeDate(LocalDate.ofEpochDay(Math.floorDiv(ms, DAY_MS)), out);
        out.write(' ');
        int msOfDay = (int) Math.floorMod(ms, DAY_MS);
        writeClock(msOfDay / 1000, out);
        out.write('.');
        out.writeDigits(msOfDay % 1000, 3);
    }

    static void writeDate(LocalDate date, ByteSink out) {
        if (date.getYear() >= 0 && date.getYear() <= 9999) {
            out.writeDigits(date.getYear(), 4);
            out.write('-');
            out.writeDigits(date.getMonthValue(), 2);
            out.write('-');
            out.writeDigits(date.getDayOfMonth(), 2);
        } else {
            out.writeUtf8(date.toString());
        }
    }

    /** Writes {@code HH:mm:ss} and the fraction in 3, 6 or 9 digits, as many as it needs. */
    static void writeTime(LocalTime time, ByteSink out) {
        writeClock(time.toSecondOfDay(), out);
        out.write('.');
        int nanos = time.getNano();
        if (nanos % 1_000_000 == 0) {
            out.writeDigits(nanos / 1_000_000, 3);
        } else if (nanos % 1000 == 0) {
            out.writeDigits(nanos / 1000, 6);
        } else {
            out.writeDigits(nanos, 9);
        }
    }

    private static void writeClock(int secondOfDay, ByteSink out) {
        out.writeDigits(secondOfDay / 3600, 2);
        out.write(':');
        out.writeDigits(secondOfDay / 60 % 60, 2);
        out.write(':');
        out.writeDigits(secondOfDay % 60, 2);
    }
}
