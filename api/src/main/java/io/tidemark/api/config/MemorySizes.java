package io.tidemark.api.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Amounts of memory as people write them; 1 kb is 1024 bytes. */
final class MemorySizes {
    static final String EXPECTED = "an amount of memory such as 512 kb, 64 mb or 2 gb";

    private static final Pattern NUMBER_AND_UNIT = Pattern.compile("(\\d+)\\s*([a-z]*)");
    private static final String[] UNITS = {"b", "kb", "mb", "gb", "tb"};

    private MemorySizes() {}

    /** In bytes. A number without a unit is in bytes. */
    static long parse(String text) {
        Matcher matcher = NUMBER_AND_UNIT.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text);
        }
        return Math.multiplyExact(Long.parseLong(matcher.group(1)), bytesOf(matcher.group(2)));
    }

    private static long bytesOf(String unit) {
        return switch (unit) {
            case "", "b", "byte", "bytes" -> 1L;
            case "k", "kb", "kib" -> 1L << 10;
            case "m", "mb", "mib" -> 1L << 20;
            case "g", "gb", "gib" -> 1L << 30;
            case "t", "tb", "tib" -> 1L << 40;
            default -> throw new IllegalArgumentException(unit);
        };
    }

    /** In the largest unit that holds it as a whole number. */
    static String format(long bytes) {
        long amount = bytes;
        int unit = 0;
        while (amount != 0 && amount % 1024 == 0 && unit < UNITS.length - 1) {
            amount /= 1024;
            unit++;
        }
        return amount + " " + UNITS[unit];
    }
}
