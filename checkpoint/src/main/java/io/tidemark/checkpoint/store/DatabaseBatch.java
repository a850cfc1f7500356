package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.checkpoint.timer.TimerWriter;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Collects writes and makes them a megabyte at a time. What was not written by {@link #write} is lost at close. Used by one
 * thread.
 *
 * <p>The batch is built here in the form in which RocksDB keeps batches, and handed over whole: one native call for
 * thousands of entries instead of one for each. The form is that of RocksDB's write-ahead log, which never changes: a
 * sequence number (8 bytes) and a count (4 bytes, low ones first), then for each write a tag, the column family, key and
 * value, each with its length.
 */
final class DatabaseBatch implements AutoCloseable, TimerWriter {
    private static final int WRITE_AT_BYTES = 1 << 20;
    private static final int COUNT_AT = 8;
    private static final int DELETE = 0x4;
    private static final int PUT = 0x5;
    private static final int DELETE_RANGE = 0xE;

    private final RocksDB rocks;
    private final int[] columnIds;
    private final WriteOptions options;
    private final StateDatabase database;
    private final BinaryWriter out = new BinaryWriter(4096);
    private int count;

    DatabaseBatch(RocksDB rocks, ColumnFamilyHandle[] columns, WriteOptions options, StateDatabase database) {
        this.rocks = rocks;
        this.columnIds = new int[columns.length];
        for (int i = 0; i < columns.length; i++) {
            columnIds[i] = columns[i].getID();
        }
        this.options = options;
        this.database = database;
        clear();
    }

    private void clear() {
        out.reset();
        out.writeLong(0);
        out.writeInt(0);
        count = 0;
    }

    void put(Column column, BinaryWriter key, BinaryWriter value) {
        begin(PUT, column);
        writeBytes(key);
        writeBytes(value);
        writeWhenLarge();
    }

    void put(Column column, byte[] key, byte[] value) {
        begin(PUT, column);
        writeBytes(key);
        writeBytes(value);
        writeWhenLarge();
    }

    void delete(Column column, BinaryWriter key) {
        begin(DELETE, column);
        writeBytes(key);
        writeWhenLarge();
    }

    void delete(Column column, byte[] key) {
        begin(DELETE, column);
        writeBytes(key);
        writeWhenLarge();
    }

    /** Deletes the keys from {@code first} to before {@code end}. */
    void deleteRange(Column column, byte[] first, byte[] end) {
        begin(DELETE_RANGE, column);
        writeBytes(first);
        writeBytes(end);
        writeWhenLarge();
    }

    @Override
    public void put(BinaryWriter timerKey, BinaryWriter value) {
        put(Column.TIMERS, timerKey, value);
    }

    @Override
    public void delete(BinaryWriter timerKey) {
        delete(Column.TIMERS, timerKey);
    }

    private void begin(int tag, Column column) {
        count++;
        out.writeByte(tag);
        out.writeVarInt(columnIds[column.ordinal()]);
    }

    private void writeBytes(byte[] bytes) {
        out.writeVarInt(bytes.length);
        out.writeBytes(bytes, 0, bytes.length);
    }

    private void writeBytes(BinaryWriter bytes) {
        out.writeVarInt(bytes.length());
        out.writeBytes(bytes.array(), bytes.offset(), bytes.length());
    }

    private void writeWhenLarge() {
        if (out.length() >= WRITE_AT_BYTES) {
            write();
        }
    }

    void write() {
        if (count > 0) {
            out.putInt(COUNT_AT, Integer.reverseBytes(count));
            try (WriteBatch batch = new WriteBatch(out.toByteArray())) {
                rocks.write(options, batch);
            } catch (RocksDBException e) {
                throw database.failure("cannot be written", e);
            }
            clear();
        }
    }

    @Override
    public void close() {
        clear();
    }
}
