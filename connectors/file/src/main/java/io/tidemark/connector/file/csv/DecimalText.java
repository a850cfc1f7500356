package io.tidemark.connector.file.csv;

/** Numbers straight from bytes. What is not plain and short is left to the caller's slow way. */
final class DecimalText {
    /** Not a plain number of at most 18 digits. It is no such number itself. */
    static final long NOT_FAST = Long.MIN_VALUE;

    private static final int MOST_DIGITS = 18;
    /** Products and quotients of whole numbers up to 2^53 and powers of ten up to 10^22 are rounded once, so correctly. */
    private static final int MOST_EXACT_DIGITS = 15;

    private static final double[] POWERS_OF_TEN = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private DecimalText() {}

    static long parseLong(byte[] bytes, int from, int to) {
        int at = from;
        boolean negative = at < to && bytes[at] == '-';
        if (negative) {
            at++;
        }
        int digits = to - at;
        if (digits < 1 || digits > MOST_DIGITS) {
            return NOT_FAST;
        }
        long value = 0;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit < 0 || digit > 9) {
                return NOT_FAST;
            }
            value = 10 * value + digit;
        }
        return negative ? -value : value;
    }

    /** NaN for what is not of the form {@code -123.456} with at most 15 digits. */
    static double parseDouble(byte[] bytes, int from, int to) {
        int at = from;
        boolean negative = at < to && bytes[at] == '-';
        if (negative) {
            at++;
        }
        long value = 0;
        int digits = 0;
        int point = -1;
        for (; at < to; at++) {
            int digit = bytes[at] - '0';
            if (digit >= 0 && digit <= 9) {
                value = 10 * value + digit;
                digits++;
                if (digits > MOST_EXACT_DIGITS) {
                    return Double.NaN;
                }
            } else if (bytes[at] == '.' && point < 0) {
                point = digits;
            } else {
                return Double.NaN;
            }
        }
        if (digits == 0) {
            return Double.NaN;
        }
        double result = point < 0 ? value : value / POWERS_OF_TEN[digits - point];
        return negative ? -result : result;
    }
}
