package io.tidemark.checkpoint.store;

import java.util.concurrent.Semaphore;
import org.rocksdb.Cache;
import org.rocksdb.LRUCache;
import org.rocksdb.WriteBufferManager;

/**
 * The native memory of all stores of a worker: one block cache, and one write-buffer manager that draws on it. Nothing is
 * allocated before the first store opens its database. Thread-safe. Closed after all stores.
 */
public final class NativeMemory implements AutoCloseable {
    /** The part of the limit that memtables may take together. */
    private static final double WRITE_BUFFER_RATIO = 0.5;

    private static final long MIN_SHARD_BYTES = 64L << 20;
    private static final int MAX_SHARD_BITS = 6;
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private final long limitBytes;

    /** Half of the cores at most write snapshots, so that they do not take all of them from the tasks. */
    private final Semaphore snapshotTurns = new Semaphore(Math.max(1, CORES / 2), true);

    private final Semaphore hurriedTurns = new Semaphore(CORES, true);

    private final NativeHandles handles = new NativeHandles();
    private Cache blockCache;
    private WriteBufferManager writeBuffers;

    private NativeMemory(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** @param limitBytes for blocks, indexes, filters and memtables together */
    public static NativeMemory create(long limitBytes) {
        if (limitBytes <= 0) {
            throw new IllegalArgumentException("a limit of " + limitBytes + " bytes");
        }
        return new NativeMemory(limitBytes);
    }

    /** How many native objects of stores and their memory are open in this process. For tests. */
    public static int openHandles() {
        return NativeHandles.open();
    }

    /** Who writes what it froze into its database takes a turn for it. */
    Semaphore snapshotTurns() {
        return snapshotTurns;
    }

    /** The turns of stores whose tasks wait for it: one for each core. */
    Semaphore hurriedTurns() {
        return hurriedTurns;
    }

    synchronized Cache blockCache() {
        allocate();
        return blockCache;
    }

    synchronized WriteBufferManager writeBuffers() {
        allocate();
        return writeBuffers;
    }

    private void allocate() {
        if (blockCache == null) {
            NativeLibrary.load();
            blockCache = handles.own(new LRUCache(limitBytes, shardBits(limitBytes)));
            writeBuffers = handles.own(new WriteBufferManager((long) (limitBytes * WRITE_BUFFER_RATIO), blockCache));
        }
    }

    /** A shard lets go of what it has no room for, however empty the others are, so none may be small. */
    private static int shardBits(long limitBytes) {
        long shards = Math.max(1, limitBytes / MIN_SHARD_BYTES);
        return Math.min(MAX_SHARD_BITS, Long.SIZE - 1 - Long.numberOfLeadingZeros(shards));
    }

    /** What blocks and memtables take now. */
    public synchronized long usedBytes() {
        return blockCache == null ? 0 : blockCache.getUsage();
    }

    public long limitBytes() {
        return limitBytes;
    }

    @Override
    public synchronized void close() {
        blockCache = null;
        writeBuffers = null;
        handles.close();
    }
}
