package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.timer.TimerScan;
import java.nio.ByteBuffer;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Slice;

/** A walk over keys of the database as they were when it began. Used by one thread; has to be closed. */
final class DatabaseScan implements TimerScan {
    private final NativeHandles handles;
    private final RocksIterator iterator;
    private final ReadOptions options;
    private final Slice upperBound;
    private final StateDatabase database;
    private final ByteBuffer beginning = ByteBuffer.allocateDirect(Long.BYTES);

    DatabaseScan(
            NativeHandles handles,
            RocksIterator iterator,
            ReadOptions options,
            Slice upperBound,
            StateDatabase database) {
        this.handles = handles;
        this.iterator = iterator;
        this.options = options;
        this.upperBound = upperBound;
        this.database = database;
    }

    /** Goes to the first key that is not before {@code key}. */
    @Override
    public void seek(byte[] key) {
        iterator.seek(key);
        check();
    }

    /** Whether there is a key here. */
    @Override
    public boolean isValid() {
        return iterator.isValid();
    }

    @Override
    public byte[] key() {
        return iterator.key();
    }

    byte[] value() {
        return iterator.value();
    }

    /** The first eight bytes of the value as a number, high ones first; the value has that many. */
    long beginningOfValue() {
        beginning.clear();
        iterator.value(beginning);
        return beginning.getLong(0);
    }

    @Override
    public void next() {
        iterator.next();
        check();
    }

    private void check() {
        if (!iterator.isValid()) {
            try {
                iterator.status();
            } catch (RocksDBException e) {
                throw database.failure("cannot be read", e);
            }
        }
    }

    @Override
    public void close() {
        handles.close(iterator);
        handles.close(options);
        handles.close(upperBound);
    }
}
