package io.tidemark.connector.file.format;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes for text. Used by one thread. */
public final class ByteSink extends OutputStream {
    private static final byte[] MIN_LONG = Long.toString(Long.MIN_VALUE).getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_LONG = 20;

    private byte[] bytes;
    private int size;

    public ByteSink(int capacity) {
        bytes = new byte[capacity];
    }

    /** The array; its first {@link #size()} bytes count. It changes when it grows. */
    public byte[] array() {
        return bytes;
    }

    public int size() {
        return size;
    }

    /** Forgets everything from this size on. */
    public void truncate(int newSize) {
        if (newSize < 0 || newSize > size) {
            throw new IllegalArgumentException("cannot truncate " + size + " bytes to " + newSize);
        }
        size = newSize;
    }

    @Override
    public void write(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    @Override
    public void write(byte[] source, int from, int length) {
        ensure(length);
        System.arraycopy(source, from, bytes, size, length);
        size += length;
    }

    public void writeUtf8(String value) {
        int length = value.length();
        ensure(length);
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c >= 0x80) {
                byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
                write(encoded, 0, encoded.length);
                return;
            }
            bytes[size + i] = (byte) c;
        }
        size += length;
    }

    /** The number in decimal digits. */
    public void writeDecimal(long value) {
        if (value == Long.MIN_VALUE) {
            write(MIN_LONG, 0, MIN_LONG.length);
            return;
        }
        ensure(LONGEST_LONG);
        long rest = value;
        if (rest < 0) {
            bytes[size++] = '-';
            rest = -rest;
        }
        int digits = digits(rest);
        for (int at = size + digits - 1; at >= size; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits;
    }

    /** The number, which is not negative, in exactly so many digits; higher ones are left out. */
    public void writeDigits(int value, int digits) {
        ensure(digits);
        int rest = value;
        for (int at = size + digits - 1; at >= size; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        size += digits;
    }

    private static int digits(long value) {
        int digits = 1;
        for (long power = 10; digits < 19 && value >= power; power *= 10) {
            digits++;
        }
        return digits;
    }

    private void ensure(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, (int)
                    Math.min(Integer.MAX_VALUE - 8L, Math.max(2L * bytes.length, (long) size + more)));
        }
    }
}
