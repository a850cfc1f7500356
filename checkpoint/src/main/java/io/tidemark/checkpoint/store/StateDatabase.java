package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.checkpoint.disk.Disk;
import io.tidemark.checkpoint.disk.DiskFullException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompactionStyle;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.IndexType;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Slice;
import org.rocksdb.WriteOptions;

/**
 * The RocksDB database of one store, opened when it is first needed, and everything native that belongs to it.
 *
 * <p>Reads and writes may come from two threads. Each holds a reference while it may call; the last one that lets go closes
 * the database, so that a task can be given up while its snapshot is being written.
 */
final class StateDatabase {
    private static final long STATE_WRITE_BUFFER_BYTES = 16 << 20;
    private static final long TIMERS_WRITE_BUFFER_BYTES = 4 << 20;
    /** Memtables grow by this much; the default, an eighth of the write buffer, is much for a small state. */
    private static final long ARENA_BLOCK_BYTES = 256 << 10;

    private static final long BLOCK_BYTES = 16 << 10;
    /** Each checkpoint adds a file or two; to compact with every eighth and not every fourth writes two fifths less. */
    private static final int FILES_PER_COMPACTION = 8;
    /** How many files wait for a compaction before writing is slowed down, and stopped: that would stop tasks that evict. */
    private static final int FILES_TO_SLOW_DOWN = 40;

    private static final int FILES_TO_STOP = 80;
    /** One flushes and two compact, so that small files need not wait for the end of a large compaction. */
    private static final int BACKGROUND_JOBS = 3;

    private static final double BLOOM_BITS_PER_KEY = 10;
    private static final long READAHEAD_BYTES = 2 << 20;

    private final Path directory;
    private final NativeMemory memory;
    private final boolean readOnly;
    private final NativeHandles handles = new NativeHandles();
    private final ColumnFamilyHandle[] columns = new ColumnFamilyHandle[Column.values().length];
    private byte[] valueBuffer = new byte[1024];
    private int references = 1;
    private volatile RocksDB rocks;
    private ReadOptions readOptions;
    private WriteOptions writeOptions;
    private DBOptions databaseOptions;
    private ColumnFamilyOptions stateOptions;

    StateDatabase(Path directory, NativeMemory memory, boolean readOnly) {
        this.directory = directory;
        this.memory = memory;
        this.readOnly = readOnly;
    }

    /** See {@link NativeMemory#hurriedTurns}. */
    Semaphore hurriedTurns() {
        return memory.hurriedTurns();
    }

    /** See {@link NativeMemory#snapshotTurns}. */
    Semaphore snapshotTurns() {
        return memory.snapshotTurns();
    }

    boolean isOpen() {
        return rocks != null;
    }

    /** Takes a reference; false when the database was closed. */
    synchronized boolean acquire() {
        if (references == 0) {
            return false;
        }
        references++;
        return true;
    }

    /** Lets a reference go. The last one closes every native handle. */
    synchronized void release() {
        if (--references == 0) {
            rocks = null;
            handles.close();
        }
    }

    private RocksDB rocks() {
        RocksDB open = rocks;
        return open != null ? open : open();
    }

    private synchronized RocksDB open() {
        if (rocks == null) {
            if (references == 0) {
                throw new IllegalStateException("the database in " + directory + " is closed");
            }
            try {
                rocks = openRocks();
            } catch (RocksDBException | IOException | RuntimeException e) {
                handles.close();
                throw failure("cannot be opened", e);
            }
        }
        return rocks;
    }

    /** Opens the database if that was not done and it is still wanted. */
    synchronized void openAhead() {
        if (rocks == null && references > 0) {
            try {
                open();
            } catch (UncheckedIOException e) {
                // Whoever needs it tries again, and is told.
            }
        }
    }

    private RocksDB openRocks() throws RocksDBException, IOException {
        NativeLibrary.load();
        Files.createDirectories(directory);
        readOptions = handles.own(new ReadOptions());
        writeOptions = handles.own(new WriteOptions().setDisableWAL(true));
        databaseOptions = handles.own(new DBOptions())
                .setCreateIfMissing(!readOnly)
                .setCreateMissingColumnFamilies(!readOnly)
                .setWriteBufferManager(memory.writeBuffers())
                .setAtomicFlush(true)
                .setMaxBackgroundJobs(BACKGROUND_JOBS)
                .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
                .setKeepLogFileNum(1)
                .setStatsDumpPeriodSec(0)
                .setStatsPersistPeriodSec(0);
        BloomFilter bloom = handles.own(new BloomFilter(BLOOM_BITS_PER_KEY));
        ColumnFamilyDescriptor state = descriptor(Column.STATE, STATE_WRITE_BUFFER_BYTES, bloom);
        stateOptions = state.getOptions();
        List<ColumnFamilyDescriptor> descriptors =
                List.of(state, descriptor(Column.TIMERS, TIMERS_WRITE_BUFFER_BYTES, bloom));
        List<ColumnFamilyHandle> opened = new ArrayList<>();
        String path = directory.toString();
        RocksDB db = handles.own(
                readOnly
                        ? RocksDB.openReadOnly(databaseOptions, path, descriptors, opened)
                        : RocksDB.open(databaseOptions, path, descriptors, opened));
        for (int i = 0; i < columns.length; i++) {
            columns[i] = handles.own(opened.get(i));
        }
        return db;
    }

    private ColumnFamilyDescriptor descriptor(Column column, long writeBufferBytes, BloomFilter bloom) {
        BlockBasedTableConfig table = new BlockBasedTableConfig()
                .setBlockCache(memory.blockCache())
                .setBlockSize(BLOCK_BYTES)
                .setCacheIndexAndFilterBlocks(true)
                .setPinL0FilterAndIndexBlocksInCache(true)
                // In parts: a whole filter or index of a file is megabytes, which a single key would read again after
                // each loss.
                .setFilterPolicy(bloom)
                .setIndexType(IndexType.kTwoLevelIndexSearch)
                .setPartitionFilters(true)
                .setPinTopLevelIndexAndFilter(true);
        ColumnFamilyOptions options = handles.own(new ColumnFamilyOptions())
                .setTableFormatConfig(table)
                .setWriteBufferSize(writeBufferBytes)
                .setArenaBlockSize(ARENA_BLOCK_BYTES)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setLevel0FileNumCompactionTrigger(FILES_PER_COMPACTION);
        if (column == Column.STATE) {
            // Files of about a size are merged with each other: what is changed all the time with itself, and hardly
            // ever with
            // the mass of what rests. See docs/decisions/0040.
            options.setCompactionStyle(CompactionStyle.UNIVERSAL)
                    .setLevel0SlowdownWritesTrigger(FILES_TO_SLOW_DOWN)
                    .setLevel0StopWritesTrigger(FILES_TO_STOP);
        } else {
            options.setLevelCompactionDynamicLevelBytes(true);
        }
        return new ColumnFamilyDescriptor(column.columnFamily().getBytes(StandardCharsets.US_ASCII), options);
    }

    /**
     * Looks a key of the state column up. On the task's thread.
     *
     * @param into is set to read the value
     * @return whether there is one
     */
    boolean get(Column column, BinaryWriter key, BinaryReader into) {
        RocksDB db = rocks();
        try {
            while (true) {
                int bytes = db.get(
                        columns[column.ordinal()],
                        readOptions,
                        key.array(),
                        key.offset(),
                        key.length(),
                        valueBuffer,
                        0,
                        valueBuffer.length);
                if (bytes == RocksDB.NOT_FOUND) {
                    return false;
                }
                if (bytes <= valueBuffer.length) {
                    into.wrap(valueBuffer, 0, bytes);
                    return true;
                }
                valueBuffer = new byte[(int) Math.min(BinaryWriter.MAX_BYTES, bytes * 3L / 2)];
            }
        } catch (RocksDBException e) {
            throw failure("cannot be read", e);
        }
    }

    /** Walks the keys from {@code first} to before {@code end}. The scan has to be closed. */
    DatabaseScan scan(Column column, byte[] first, byte[] end) {
        RocksDB db = rocks();
        Slice upperBound = handles.own(new Slice(end));
        ReadOptions options = handles.own(new ReadOptions()).setIterateUpperBound(upperBound);
        if (readOnly) {
            // Read from end to end once: that must not drive out of the cache what the tasks look up.
            options.setFillCache(false).setReadaheadSize(READAHEAD_BYTES);
        }
        DatabaseScan scan = new DatabaseScan(
                handles, handles.own(db.newIterator(columns[column.ordinal()], options)), options, upperBound, this);
        scan.seek(first);
        return scan;
    }

    DatabaseBatch batch() {
        RocksDB db = rocks();
        return new DatabaseBatch(db, columns, writeOptions, this);
    }

    /** Files for entries of the state column. They have to be closed. */
    SortedFiles sortedFiles() {
        RocksDB db = rocks();
        return new SortedFiles(
                db,
                columns[Column.STATE.ordinal()],
                new Options(databaseOptions, stateOptions),
                directory,
                handles,
                this);
    }

    /** Writes a picture of all that was written into a directory that is not there yet. Nothing else may write meanwhile. */
    void capture(Path target) throws IOException {
        RocksDB db = rocks();
        try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
            db.flush(options, List.of(columns));
            try (Checkpoint checkpoint = Checkpoint.create(db)) {
                checkpoint.createCheckpoint(target.toString());
            }
        } catch (RocksDBException e) {
            throw DiskFullException.orElse(
                    new IOException(problem("cannot be captured", e), e), directory, Disk.SYSTEM);
        }
    }

    UncheckedIOException failure(String problem, Exception cause) {
        IOException failure = cause instanceof IOException io ? io : new IOException(cause.getMessage(), cause);
        return new UncheckedIOException(
                problem(problem, cause), DiskFullException.orElse(failure, directory, Disk.SYSTEM));
    }

    private String problem(String problem, Exception cause) {
        return "The state database in " + directory + " " + problem + ": " + cause.getMessage()
                + ".\nCheck that the disk has room and works.";
    }
}
