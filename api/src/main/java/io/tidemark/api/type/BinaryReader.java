package io.tidemark.api.type;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * Reads what a {@link BinaryWriter} wrote, from a part of an array. Reading past the end of that part, or a length or tag
 * that cannot be, is a {@link CorruptDataException}.
 *
 * <p>Not thread-safe.
 */
public final class BinaryReader {
    private static final byte[] NOTHING = {};
    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle CHAR = view(char[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    private byte[] array = NOTHING;
    private int offset;
    private int next;
    private int limit;

    private static VarHandle view(Class<?> arrayClass) {
        return MethodHandles.byteArrayViewVarHandle(arrayClass, ByteOrder.BIG_ENDIAN);
    }

    /** A reader with nothing to read; {@link #wrap} gives it something. */
    public BinaryReader() {}

    /** A reader of a whole array. */
    public BinaryReader(byte[] array) {
        wrap(array, 0, array.length);
    }

    /** Reads {@code length} bytes from {@code offset} on. The array is not copied. */
    public void wrap(byte[] array, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, array.length);
        this.array = array;
        this.offset = offset;
        this.next = offset;
        this.limit = offset + length;
    }

    /** How many bytes are left. */
    public int remaining() {
        return limit - next;
    }

    /** How many bytes have been read. */
    public int position() {
        return next - offset;
    }

    /** Moves to a position, counted from the first byte. */
    public void setPosition(int position) {
        Objects.checkIndex(position, limit - offset + 1);
        next = offset + position;
    }

    public boolean readBoolean() {
        byte value = readByte();
        if ((value & ~1) != 0) {
            throw new CorruptDataException(position() - 1, "a boolean is 0 or 1, this is " + value);
        }
        return value != 0;
    }

    public byte readByte() {
        need(1, "a byte");
        return array[next++];
    }

    public short readShort() {
        need(Short.BYTES, "a short");
        short value = (short) SHORT.get(array, next);
        next += Short.BYTES;
        return value;
    }

    public char readChar() {
        need(Character.BYTES, "a char");
        char value = (char) CHAR.get(array, next);
        next += Character.BYTES;
        return value;
    }

    public int readInt() {
        need(Integer.BYTES, "an int");
        int value = (int) INT.get(array, next);
        next += Integer.BYTES;
        return value;
    }

    public long readLong() {
        need(Long.BYTES, "a long");
        long value = (long) LONG.get(array, next);
        next += Long.BYTES;
        return value;
    }

    public float readFloat() {
        return Float.intBitsToFloat(readInt());
    }

    public double readDouble() {
        return Double.longBitsToDouble(readLong());
    }

    /** Reads what {@link BinaryWriter#writeVarInt} wrote. */
    public int readVarInt() {
        int begin = position();
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            need(1, "an int of variable length");
            byte b = array[next++];
            value |= (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new CorruptDataException(begin, "an int of variable length has more than 5 bytes");
    }

    /** Reads what {@link BinaryWriter#writeVarLong} wrote. */
    public long readVarLong() {
        int begin = position();
        long value = 0;
        for (int shift = 0; shift < 70; shift += 7) {
            need(1, "a long of variable length");
            byte b = array[next++];
            value |= (long) (b & 0x7F) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw new CorruptDataException(begin, "a long of variable length has more than 10 bytes");
    }

    /** Reads what {@link BinaryWriter#writeSignedVarInt} wrote. */
    public int readSignedVarInt() {
        int value = readVarInt();
        return (value >>> 1) ^ -(value & 1);
    }

    /** Reads what {@link BinaryWriter#writeSignedVarLong} wrote. */
    public long readSignedVarLong() {
        long value = readVarLong();
        return (value >>> 1) ^ -(value & 1);
    }

    /**
     * Reads a number of things that follow, written by {@link BinaryWriter#writeVarInt}, and checks that so many can follow.
     *
     * @param bytesEach the least number of bytes that each of them takes, 1 or more
     * @param what their name, for the error message
     */
    public int readCount(int bytesEach, String what) {
        int begin = position();
        int count = readVarInt();
        checkCount(begin, count, bytesEach, what);
        return count;
    }

    void checkCount(int begin, long count, int bytesEach, String what) {
        if (count < 0 || count > remaining() / bytesEach) {
            throw new CorruptDataException(
                    begin, count + " " + what + " cannot follow: " + remaining() + " bytes remain");
        }
    }

    public void readBytes(byte[] target, int from, int length) {
        Objects.checkFromIndexSize(from, length, target.length);
        need(length, "bytes");
        System.arraycopy(array, next, target, from, length);
        next += length;
    }

    /** Reads what {@link BinaryWriter#writeString} wrote. */
    public String readString() {
        int begin = position();
        long header = readVarLong();
        StringEncoding encoding = StringEncoding.of(header);
        if (encoding == null) {
            throw new CorruptDataException(begin, "a string has no encoding of number 3");
        }
        long length = header >>> 2;
        checkCount(begin, length, encoding == StringEncoding.UTF16 ? 2 : 1, "parts of a string");
        return readString(encoding, (int) length);
    }

    private String readString(StringEncoding encoding, int length) {
        if (encoding == StringEncoding.UTF16) {
            char[] chars = new char[length];
            for (int i = 0; i < length; i++) {
                chars[i] = readChar();
            }
            return new String(chars);
        }
        String value = new String(
                array,
                next,
                length,
                encoding == StringEncoding.LATIN1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        next += length;
        return value;
    }

    private void need(int bytes, String what) {
        if (limit - next < bytes) {
            throw exhausted(bytes, what);
        }
    }

    private CorruptDataException exhausted(int bytes, String what) {
        return new CorruptDataException(
                position(), "reading " + what + " needs " + bytes + " bytes, " + remaining() + " remain");
    }
}
