package io.tidemark.network.batch;

import io.tidemark.api.operator.Records;
import java.util.Arrays;
import java.util.Objects;

/**
 * Records as parallel arrays of values, timestamps and key hashes, filled by one thread, handed over, read and cleared by
 * another, and filled again: nothing is allocated per record.
 *
 * <p>Not thread-safe; it has one owner at a time.
 */
public final class RecordBatch implements Records {
    /**
     * Records per batch unless something else is asked for. Measured: from 128 on the hand-over is noise beside the records
     * (6 ns each, written and read), and between two threads 64 is slower than 256; more only adds memory and delay.
     */
    public static final int CAPACITY = 256;

    private final Object[] values;
    private final long[] timestamps;
    private final int[] keyHashes;
    /** Null until a record comes with the bits of its key. */
    private long[] keyBits;

    private int size;
    /** How many of the records came with the bits of their keys. */
    private int sizeWithKeyBits;

    public RecordBatch(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a batch of capacity " + capacity + " holds nothing");
        }
        values = new Object[capacity];
        timestamps = new long[capacity];
        keyHashes = new int[capacity];
    }

    /**
     * Appends a record.
     *
     * @param timestamp event time in milliseconds, or {@link Records#NO_TIMESTAMP}
     * @throws ArrayIndexOutOfBoundsException when the batch is full
     */
    public void add(Object value, long timestamp, int keyHash) {
        int at = size;
        values[at] = value;
        timestamps[at] = timestamp;
        keyHashes[at] = keyHash;
        size = at + 1;
    }

    /**
     * Appends a record whose key is a number. Keys are at hand only while all records of the batch have come this way.
     *
     * @param bits the key, see {@link Records#keyBits}
     * @throws ArrayIndexOutOfBoundsException when the batch is full
     */
    public void add(Object value, long timestamp, int keyHash, long bits) {
        if (keyBits == null) {
            keyBits = new long[values.length];
        }
        keyBits[size] = bits;
        sizeWithKeyBits++;
        add(value, timestamp, keyHash);
    }

    public int capacity() {
        return values.length;
    }

    public boolean isFull() {
        return size == values.length;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Forgets the records, and lets go of their values so that a waiting batch keeps nothing alive. */
    public void clear() {
        Arrays.fill(values, 0, size, null);
        size = 0;
        sizeWithKeyBits = 0;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public Object value(int index) {
        return values[Objects.checkIndex(index, size)];
    }

    @Override
    public long timestamp(int index) {
        return timestamps[Objects.checkIndex(index, size)];
    }

    @Override
    public int keyHash(int index) {
        return keyHashes[Objects.checkIndex(index, size)];
    }

    @Override
    public boolean hasKeyBits() {
        return keyBits != null && sizeWithKeyBits == size;
    }

    @Override
    public long keyBits(int index) {
        return keyBits[Objects.checkIndex(index, sizeWithKeyBits)];
    }

    @Override
    public String toString() {
        return "RecordBatch[" + size + " of " + values.length + "]";
    }
}
