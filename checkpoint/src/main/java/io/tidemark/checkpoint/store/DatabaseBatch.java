package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.timer.TimerWriter;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Collects writes and makes them a megabyte at a time. What was not written by {@link #write} is lost at close. Used by one
 * thread.
 */
final class DatabaseBatch implements AutoCloseable, TimerWriter {
    private static final long WRITE_AT_BYTES = 1 << 20;
    private static final byte[] NOTHING = {};

    private final RocksDB rocks;
    private final ColumnFamilyHandle[] columns;
    private final WriteOptions options;
    private final StateDatabase database;
    private final WriteBatch batch = new WriteBatch();

    DatabaseBatch(RocksDB rocks, ColumnFamilyHandle[] columns, WriteOptions options, StateDatabase database) {
        this.rocks = rocks;
        this.columns = columns;
        this.options = options;
        this.database = database;
    }

    void put(Column column, byte[] key, byte[] value) {
        try {
            batch.put(columns[column.ordinal()], key, value);
        } catch (RocksDBException e) {
            throw database.failure("cannot be written", e);
        }
        writeWhenLarge();
    }

    void delete(Column column, byte[] key) {
        try {
            batch.delete(columns[column.ordinal()], key);
        } catch (RocksDBException e) {
            throw database.failure("cannot be written", e);
        }
        writeWhenLarge();
    }

    /** Deletes the keys from {@code first} to before {@code end}. */
    void deleteRange(Column column, byte[] first, byte[] end) {
        try {
            batch.deleteRange(columns[column.ordinal()], first, end);
        } catch (RocksDBException e) {
            throw database.failure("cannot be written", e);
        }
        writeWhenLarge();
    }

    @Override
    public void put(byte[] encodedTimer) {
        put(Column.TIMERS, encodedTimer, NOTHING);
    }

    @Override
    public void delete(byte[] encodedTimer) {
        delete(Column.TIMERS, encodedTimer);
    }

    private void writeWhenLarge() {
        if (batch.getDataSize() >= WRITE_AT_BYTES) {
            write();
        }
    }

    void write() {
        if (batch.count() > 0) {
            try {
                rocks.write(options, batch);
            } catch (RocksDBException e) {
                throw database.failure("cannot be written", e);
            }
            batch.clear();
        }
    }

    @Override
    public void close() {
        batch.close();
    }
}
