package io.tidemark.deploy.terminal;

import java.util.Locale;

/** Amounts as people read them. */
public final class Words {
    private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};

    private Words() {}

    /** With commas between the thousands. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A number and its noun, such as {@code 1 worker} or {@code 2 workers}. */
    public static String count(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** The beginning of a text that is longer than this, with a sign that it goes on. */
    public static String cut(String text, int longest) {
        return text.codePointCount(0, text.length()) <= longest
                ? text
                : text.substring(0, text.offsetByCodePoints(0, longest - 1)) + "…";
    }

    /** To three digits at most, in the largest unit that leaves at least one whole. */
    public static String bytes(long bytes) {
        double amount = bytes;
        int unit = 0;
        while (amount >= 999.5 && unit < BYTE_UNITS.length - 1) {
            amount /= 1024;
            unit++;
        }
        String format = unit == 0 || amount >= 99.95 ? "%.0f %s" : "%.1f %s";
        return String.format(Locale.ROOT, format, amount, BYTE_UNITS[unit]);
    }

    /** Two units at most, such as {@code 850 ms}, {@code 12.3 s}, {@code 4 min 05 s} or {@code 3 h 20 min}. */
    public static String duration(long durationMs) {
        if (durationMs < 1000) {
            return durationMs + " ms";
        } else if (durationMs < 60_000) {
            return String.format(Locale.ROOT, "%d.%d s", durationMs / 1000, durationMs % 1000 / 100);
        }
        long seconds = durationMs / 1000;
        if (seconds < 3600) {
            return String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60);
        }
        long minutes = seconds / 60;
        if (minutes < 24 * 60) {
            return String.format(Locale.ROOT, "%d h %02d min", minutes / 60, minutes % 60);
        }
        return String.format(Locale.ROOT, "%d d %02d h", minutes / (24 * 60), minutes / 60 % 24);
    }
}
