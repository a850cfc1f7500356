package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DirectSlice;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/**
 * Entries that come in the order of their keys, written straight into files of the database's own kind, which it then takes
 * over all at once: no memtable is filled, searched and written out again. What is written here is newer than all that was
 * written to the database before it takes the files over. What it does not take is deleted at close. Used by one thread.
 */
final class SortedFiles implements AutoCloseable {
    /** With fewer, a file costs more in forced writes than it spares. */
    static final int MIN_ENTRIES = 1 << 15;

    /** Of keys and values. What belongs to a file as a whole, its filter above all, is in memory until its end. */
    private static final long BYTES_PER_FILE = 128L << 20;

    private final RocksDB rocks;
    private final ColumnFamilyHandle column;
    private final Path directory;
    private final NativeHandles handles;
    private final StateDatabase database;
    private final Options options;
    private final EnvOptions envOptions;
    private final Part key;
    private final Part value;
    private final List<Path> files = new ArrayList<>();
    private SstFileWriter writer;
    private long bytesOfFile;
    private byte[] lastKey = new byte[64];
    private int lastKeyLength = -1;

    /**
     * @param options of the database and the column
     * @param directory of the database, where files are moved and not copied when they are taken over
     * @param handles own what is native here until it is closed
     */
    SortedFiles(
            RocksDB rocks,
            ColumnFamilyHandle column,
            Options options,
            Path directory,
            NativeHandles handles,
            StateDatabase database) {
        this.rocks = rocks;
        this.column = column;
        this.directory = directory;
        this.handles = handles;
        this.database = database;
        this.options = handles.own(options);
        this.envOptions = handles.own(new EnvOptions());
        this.key = new Part();
        this.value = new Part();
    }

    /** Bytes for the native side, which reads them where they are: a call for each entry passes no arrays. */
    private final class Part {
        private ByteBuffer bytes = ByteBuffer.allocateDirect(256);
        private int length;
        private DirectSlice slice = handles.own(new DirectSlice(bytes, 0));

        DirectSlice of(BinaryWriter source) {
            int needed = source.length();
            if (needed > bytes.capacity()) {
                handles.close(slice);
                bytes = ByteBuffer.allocateDirect((int) Math.min(BinaryWriter.MAX_BYTES, needed * 2L));
                length = needed;
                slice = handles.own(new DirectSlice(bytes, needed));
            } else if (needed != length) {
                length = needed;
                slice.setLength(needed);
            }
            bytes.clear();
            bytes.put(source.array(), source.offset(), needed);
            return slice;
        }

        void close() {
            handles.close(slice);
        }
    }

    /** Whether a key is behind all that were put, in the order of the database. */
    boolean isBehind(BinaryWriter next) {
        return lastKeyLength < 0
                || Arrays.compareUnsigned(
                                lastKey, 0, lastKeyLength, next.array(), next.offset(), next.offset() + next.length())
                        < 0;
    }

    /** Puts an entry whose key {@link #isBehind} all others. */
    void put(BinaryWriter nextKey, BinaryWriter nextValue) {
        try {
            if (writer == null) {
                begin();
            }
            writer.put(key.of(nextKey), value.of(nextValue));
            remember(nextKey);
            bytesOfFile += nextKey.length() + nextValue.length();
            if (bytesOfFile >= BYTES_PER_FILE) {
                end();
            }
        } catch (RocksDBException e) {
            throw database.failure("cannot be written", e);
        }
    }

    private void remember(BinaryWriter put) {
        lastKeyLength = put.length();
        if (lastKeyLength > lastKey.length) {
            lastKey = new byte[lastKeyLength * 2];
        }
        System.arraycopy(put.array(), put.offset(), lastKey, 0, lastKeyLength);
    }

    private void begin() throws RocksDBException {
        Path file = directory.resolve("sorted-" + files.size());
        files.add(file);
        writer = handles.own(new SstFileWriter(envOptions, options));
        writer.open(file.toString());
        bytesOfFile = 0;
    }

    private void end() throws RocksDBException {
        writer.finish();
        handles.close(writer);
        writer = null;
    }

    /** Makes what was put a part of the database. Called once, when it is all. */
    void takeOver() {
        if (files.isEmpty()) {
            return;
        }
        // The files are named by their content, so nothing is written into them any more.
        try (IngestExternalFileOptions how =
                new IngestExternalFileOptions().setMoveFiles(true).setWriteGlobalSeqno(false)) {
            if (writer != null) {
                end();
            }
            rocks.ingestExternalFile(column, files.stream().map(Path::toString).toList(), how);
        } catch (RocksDBException e) {
            throw database.failure("cannot be written", e);
        }
    }

    @Override
    public void close() throws IOException {
        if (writer != null) {
            handles.close(writer);
        }
        value.close();
        key.close();
        handles.close(envOptions);
        handles.close(options);
        for (Path file : files) {
            Files.deleteIfExists(file);
        }
    }
}
