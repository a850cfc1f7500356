package io.tidemark.api.type;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * A growing array of bytes that serializers write to. Numbers are big endian.
 *
 * <p>A writer works on its own array, or on a foreign one handed in with {@link #wrap}. When a foreign array is full, the
 * writer moves what it has written to an array of its own and goes on there, so after writing always ask {@link #array()},
 * {@link #offset()} and {@link #length()} where the bytes are. Positions are counted from the first byte written, so
 * they stay valid over such a move.
 *
 * <p>Not thread-safe.
 */
public final class BinaryWriter {
    /** The largest number of bytes that a writer can hold. */
    public static final int MAX_BYTES = Integer.MAX_VALUE - 8;

    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle CHAR = view(char[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private byte[] own;
    private byte[] array;
    private int offset;
    private int end;
    private int limit;

    private static VarHandle view(Class<?> arrayClass) {
        return MethodHandles.byteArrayViewVarHandle(arrayClass, ByteOrder.BIG_ENDIAN);
    }

    /** @param capacity bytes of the first array; it grows as needed */
    public BinaryWriter(int capacity) {
        own = new byte[capacity];
        useOwnArray();
    }

    private void useOwnArray() {
        array = own;
        offset = 0;
        end = 0;
        limit = own.length;
    }

    /** Forgets what was written, and goes back to the writer's own array. */
    public void reset() {
        useOwnArray();
    }

    /**
     * Writes into a foreign array from now on. The writer keeps to {@code [offset, limit)}, and lets go of the array when
     * that is full.
     *
     * @param offset index of the first byte that may be written
     * @param limit index after the last byte that may be written
     */
    public void wrap(byte[] array, int offset, int limit) {
        Objects.checkFromToIndex(offset, limit, array.length);
        this.array = array;
        this.offset = offset;
        this.end = offset;
        this.limit = limit;
    }

    /** The array that holds the bytes now: the foreign one, or the writer's own after {@link #reset} or an overflow. */
    public byte[] array() {
        return array;
    }

    /** Index in {@link #array()} of the first byte written. */
    public int offset() {
        return offset;
    }

    /** Where the next byte goes, counted from the first byte written: {@code array()[offset() + position()]}. */
    public int position() {
        return end - offset;
    }

    /** How many bytes have been written; the same number as {@link #position()}. */
    public int length() {
        return end - offset;
    }

    /**
     * Moves to a position: back, to forget what was written after it, or forward, to leave room for something that is put
     * there later. The bytes of such room have undefined content until then.
     */
    public void setPosition(int position) {
        if (position < 0) {
            throw new IllegalArgumentException("position " + position + " is negative");
        }
        int more = position - (end - offset);
        if (more > 0) {
            ensure(more);
        }
        end = offset + position;
    }

    /** A new array with the bytes written. */
    public byte[] toByteArray() {
        return Arrays.copyOfRange(array, offset, end);
    }

    /** Overwrites a byte that has been written. */
    public void putByte(int at, int value) {
        Objects.checkFromIndexSize(at, 1, end - offset);
        array[offset + at] = (byte) value;
    }

    /** Overwrites four bytes that have been written. */
    public void putInt(int at, int value) {
        Objects.checkFromIndexSize(at, Integer.BYTES, end - offset);
        INT.set(array, offset + at, value);
    }

    public void writeBoolean(boolean value) {
        writeByte(value ? 1 : 0);
    }

    /** Writes the low eight bits. */
    public void writeByte(int value) {
        ensure(1);
        array[end++] = (byte) value;
    }

    /** Writes the low sixteen bits. */
    public void writeShort(int value) {
        ensure(Short.BYTES);
        SHORT.set(array, end, (short) value);
        end += Short.BYTES;
    }

    public void writeChar(char value) {
        ensure(Character.BYTES);
        CHAR.set(array, end, value);
        end += Character.BYTES;
    }

    public void writeInt(int value) {
        ensure(Integer.BYTES);
        INT.set(array, end, value);
        end += Integer.BYTES;
    }

    public void writeLong(long value) {
        ensure(Long.BYTES);
        LONG.set(array, end, value);
        end += Long.BYTES;
    }

    /** Writes the IEEE 754 bits; every NaN is written as the same one, so that equal values are equal bytes. */
    public void writeFloat(float value) {
        writeInt(Float.floatToIntBits(value));
    }

    /** Writes the IEEE 754 bits; every NaN is written as the same one, so that equal values are equal bytes. */
    public void writeDouble(double value) {
        writeLong(Double.doubleToLongBits(value));
    }

    /** Writes 1 to 5 bytes, seven bits each, low ones first. Short for small positive numbers; a negative one takes 5. */
    public void writeVarInt(int value) {
        ensure(5);
        byte[] bytes = array;
        int at = end;
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        end = at;
    }

    /** Writes 1 to 10 bytes, seven bits each, low ones first. Short for small positive numbers; a negative one takes 10. */
    public void writeVarLong(long value) {
        ensure(10);
        byte[] bytes = array;
        int at = end;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[at++] = (byte) rest;
        end = at;
    }

    /** As {@link #writeVarInt}, but short for small numbers of either sign. */
    public void writeSignedVarInt(int value) {
        writeVarInt((value << 1) ^ (value >> 31));
    }

    /** As {@link #writeVarLong}, but short for small numbers of either sign. */
    public void writeSignedVarLong(long value) {
        writeVarLong((value << 1) ^ (value >> 63));
    }

    public void writeBytes(byte[] source, int from, int length) {
        Objects.checkFromIndexSize(from, length, source.length);
        ensure(length);
        System.arraycopy(source, from, array, end, length);
        end += length;
    }

    /**
     * Writes a length with its encoding, then the characters: one byte each if all are below 256, else as UTF-8, else (a
     * string with half a surrogate pair, which UTF-8 cannot hold) as they are. A string has one form only.
     */
    public void writeString(String value) {
        int length = value.length();
        int begin = position();
        writeVarLong(StringEncoding.LATIN1.header(length));
        ensure(length);
        byte[] bytes = array;
        int at = end;
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c > 0xFF) {
                setPosition(begin);
                writeWideString(value);
                return;
            }
            bytes[at + i] = (byte) c;
        }
        end = at + length;
    }

    private void writeWideString(String value) {
        if (StringEncoding.hasHalfSurrogatePair(value)) {
            int length = value.length();
            writeVarLong(StringEncoding.UTF16.header(length));
            for (int i = 0; i < length; i++) {
                writeChar(value.charAt(i));
            }
        } else {
            byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
            writeVarLong(StringEncoding.UTF8.header(utf8.length));
            writeBytes(utf8, 0, utf8.length);
        }
    }

    /** Makes room for so many bytes more. */
    void ensure(int bytes) {
        if (limit - end < bytes) {
            grow(bytes);
        }
    }

    private void grow(int bytes) {
        int length = end - offset;
        long needed = (long) length + bytes;
        if (needed > MAX_BYTES) {
            throw new ValueTooLargeException(needed);
        }
        byte[] target = own;
        if (array == own || own.length < needed) {
            target = new byte[(int) Math.min(MAX_BYTES, Math.max(needed, 2L * Math.max(length, 32)))];
        }
        System.arraycopy(array, offset, target, 0, length);
        own = target;
        array = target;
        offset = 0;
        end = length;
        limit = target.length;
    }
}
