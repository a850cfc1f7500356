package io.tidemark.checkpoint.store;

import com.google.protobuf.ByteString;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/** What the thread that writes a snapshot needs of the store, and what is remembered from one to the next. Thread-safe. */
final class SnapshotContext {
    private final Path directory;
    private final KeyGroupRange keyGroups;
    private final ByteString keySchema;
    private final StateDatabase database;
    private final StateWriter writer;
    private final UploadedFiles uploads;
    private final TtlDatabaseCleaner cleaner;
    private final AtomicLong writes = new AtomicLong();
    private volatile Picture last;
    private volatile int sortedFrom = SortedFiles.MIN_ENTRIES;
    private volatile boolean closed;

    /** A handle, and how often the database had been written to when it was made. */
    private record Picture(KeyedStateHandle handle, long writes) {}

    /** @param restored says what the database holds; null when that is nothing, or nothing that has a handle */
    SnapshotContext(
            Path directory,
            KeyGroupRange keyGroups,
            ByteString keySchema,
            StateDatabase database,
            StateWriter writer,
            UploadedFiles uploads,
            KeyedStateHandle restored) {
        this.directory = directory;
        this.keyGroups = keyGroups;
        this.keySchema = keySchema;
        this.database = database;
        this.writer = writer;
        this.uploads = uploads;
        this.cleaner = new TtlDatabaseCleaner(keyGroups);
        this.last = restored == null ? null : new Picture(restored, 0);
    }

    KeyGroupRange keyGroups() {
        return keyGroups;
    }

    ByteString keySchema() {
        return keySchema;
    }

    StateDatabase database() {
        return database;
    }

    /** Used by the writing thread only, of which there is one at a time. */
    StateWriter writer() {
        return writer;
    }

    /** Used by the writing thread only. */
    TtlDatabaseCleaner cleaner() {
        return cleaner;
    }

    UploadedFiles uploads() {
        return uploads;
    }

    /** With so many changed entries of one table they are written by {@link SortedFiles}. */
    int sortedFrom() {
        return sortedFrom;
    }

    void sortedFrom(int entries) {
        sortedFrom = entries;
    }

    Path pictureDirectory(long checkpointId) {
        return directory.resolve("picture-" + checkpointId);
    }

    /** The handle that says what the database holds now; null when there is none. */
    KeyedStateHandle handleOfDatabase() {
        Picture picture = last;
        return picture == null || picture.writes != writes.get() ? null : picture.handle;
    }

    /** A handle was made when the database had been written to so often. */
    void onHandle(KeyedStateHandle handle, long writesBefore) {
        last = new Picture(handle, writesBefore);
    }

    /** The database is about to be written to. */
    void onWrite() {
        writes.incrementAndGet();
    }

    long writes() {
        return writes.get();
    }

    /** Whether nothing was ever written to the database. */
    boolean isDatabaseEmpty() {
        return last == null && writes.get() == 0;
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }
}
