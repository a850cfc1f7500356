package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.checkpoint.disk.FileTree;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.StateMeta;
import io.tidemark.checkpoint.proto.StoreFile;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.timer.TimerChanges;
import io.tidemark.checkpoint.timer.TimerWriter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/**
 * What a store held when it was frozen. It is made on the task's thread, written on another one, and tells the task's
 * thread by its phase how far that one is.
 */
final class FrozenStore implements KeyedStateStore.Frozen {
    /** How far the writing is. Only the writing thread moves it on, in this order, or to FAILED from anywhere. */
    enum Phase {
        /** The frozen entries are not, or not all, in the database. The task must not write to it. */
        FROZEN,
        /** They are in the database, and may be changed. The task must not write to it yet. */
        FLUSHED,
        /** The picture is taken. The task may write to the database. */
        CAPTURED,
        /** The picture is in the storage. */
        STORED,
        /** Given up before everything was in the database. */
        FAILED_UNFLUSHED,
        /** Given up after everything was in the database. */
        FAILED;

        boolean isFlushed() {
            return this != FROZEN && this != FAILED_UNFLUSHED;
        }

        boolean mayOthersWrite() {
            return this != FROZEN && this != FLUSHED;
        }

        boolean isOver() {
            return this == STORED || this == FAILED || this == FAILED_UNFLUSHED;
        }
    }

    private final long checkpointId;
    private final SnapshotContext context;
    /** Of all epochs, the oldest first. */
    private final List<StateChanges> changes;
    /** Is writing the oldest of them already; null when nobody is. */
    private final BackgroundFlush flush;

    private final TimerChanges timers;
    private final List<StateMeta> states;
    private final long nextTimerRegistration;
    private final long nextElement;
    private final TtlMoment ttl;
    private final Tombstones tombstones = new Tombstones();
    private boolean begun;
    private volatile boolean hurries;
    private volatile Phase phase = Phase.FROZEN;
    /** Open until others may write to the database. */
    private final CountDownLatch captured = new CountDownLatch(1);

    FrozenStore(
            long checkpointId,
            SnapshotContext context,
            List<StateChanges> changes,
            BackgroundFlush flush,
            TimerChanges timers,
            List<StateMeta> states,
            long nextTimerRegistration,
            long nextElement,
            TtlMoment ttl) {
        this.checkpointId = checkpointId;
        this.context = context;
        this.changes = changes;
        this.flush = flush;
        this.timers = timers;
        this.states = states;
        this.nextTimerRegistration = nextTimerRegistration;
        this.nextElement = nextElement;
        this.ttl = ttl;
    }

    Phase phase() {
        return phase;
    }

    private void reach(Phase next) {
        phase = next;
        if (next.mayOthersWrite()) {
            captured.countDown();
        }
    }

    /** Returns once others may write to the database. Blocks for as long as the frozen entries take to be written. */
    void awaitCaptured() throws InterruptedException {
        captured.await();
        if (flush != null) {
            // Of a snapshot that was given up.
            flush.finish();
        }
    }

    List<StateChanges> changes() {
        return changes;
    }

    int lastEpoch() {
        return changes.get(changes.size() - 1).epoch;
    }

    /** Whether nobody uses the frozen entries any more. */
    boolean isLetGo() {
        return phase.isOver() && (flush == null || flush.isOver());
    }

    /** Deletions that are in the database now. The task's thread takes them once the phase says so. */
    Tombstones tombstones() {
        return tombstones;
    }

    private synchronized void begin() {
        if (begun) {
            throw new IllegalStateException("checkpoint " + checkpointId + " of this store was written or discarded");
        }
        begun = true;
    }

    @Override
    public void hurry() {
        hurries = true;
    }

    @Override
    public void discard() {
        begin();
        if (flush != null) {
            flush.giveUp();
        }
        reach(Phase.FAILED_UNFLUSHED);
    }

    @Override
    public KeyedStateHandle write(CheckpointStorage storage) throws IOException {
        begin();
        try {
            awaitFlush();
            KeyedStateHandle handle = unchangedHandle(storage);
            if (handle == null) {
                handle = capture(storage);
            }
            reach(Phase.STORED);
            return handle;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } finally {
            if (!phase.isOver()) {
                reach(phase.isFlushed() ? Phase.FAILED : Phase.FAILED_UNFLUSHED);
            }
        }
    }

    /**
     * Waits for a flush that was under way when the store was frozen, so that nobody else writes, and takes what it wrote for
     * not written: numbers that were changed in place after the freeze were passed over by it, and belong here.
     */
    private void awaitFlush() throws IOException {
        if (flush == null) {
            return;
        }
        try {
            flush.finish();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted before checkpoint " + checkpointId + " was written");
        }
    }

    /** The last handle when it is still good: then nothing has to be written. */
    private KeyedStateHandle unchangedHandle(CheckpointStorage storage) throws IOException {
        if (!timers.isEmpty() || !changes.stream().allMatch(StateChanges::isEmpty)) {
            return null;
        }
        KeyedStateHandle last = context.handleOfDatabase();
        if (last == null && context.isDatabaseEmpty()) {
            return handle(Map.of(), 0);
        }
        if (last == null) {
            return null;
        }
        Map<String, FileRef> files = new TreeMap<>();
        for (StoreFile file : last.getFilesList()) {
            if (!context.uploads().isSafe(file.getName()) && !storage.renew(file.getFile())) {
                return null;
            }
            files.put(file.getName(), file.getFile());
        }
        context.uploads().onWritten(checkpointId, files);
        return handle(files, 0);
    }

    private KeyedStateHandle capture(CheckpointStorage storage) throws IOException {
        Path picture = context.pictureDirectory(checkpointId);
        try {
            StateDatabase database = context.database();
            if (!database.acquire()) {
                throw new IOException("the store was closed before its checkpoint " + checkpointId + " was written");
            }
            context.onWrite();
            try {
                Semaphore turns = hurries ? database.hurriedTurns() : database.snapshotTurns();
                await(turns);
                try {
                    flush(database);
                } finally {
                    turns.release();
                }
                reach(Phase.FLUSHED);
                endIfInterrupted("the picture of its database was taken");
                FileTree.delete(picture);
                database.capture(picture);
            } finally {
                database.release();
            }
            long writes = context.writes();
            reach(Phase.CAPTURED);
            KeyedStateHandle handle = upload(picture, storage);
            context.onHandle(handle, writes);
            return handle;
        } finally {
            FileTree.delete(picture);
        }
    }

    /** Nobody waits for the picture of a task that is not wanted any more, and it takes what no interrupt ends. */
    private void endIfInterrupted(String before) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("checkpoint " + checkpointId + " was interrupted before " + before);
        }
    }

    /** Waits for a turn. Others may have gigabytes to write, and a task that is not wanted any more does not wait for them. */
    private void await(Semaphore turns) throws IOException {
        try {
            turns.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted before it was the turn of checkpoint " + checkpointId);
        }
    }

    private void flush(StateDatabase database) throws IOException {
        try (DatabaseBatch batch = database.batch()) {
            new ChangesWriter(context, tombstones, () -> {}).writeAll(batch, changes);
            timers.writeTo(new InterruptibleTimers(batch));
            batch.write();
            context.cleaner().clean(database, batch, ttl.cuts());
            batch.write();
        }
    }

    /** Writes timers, of which there may be millions, until its thread is interrupted. */
    private static final class InterruptibleTimers implements TimerWriter {
        private final DatabaseBatch batch;
        private final LongPass pass = new LongPass("changes of timers were written");

        InterruptibleTimers(DatabaseBatch batch) {
            this.batch = batch;
        }

        @Override
        public void put(BinaryWriter key, BinaryWriter value) {
            pass.onEntry();
            batch.put(key, value);
        }

        @Override
        public void delete(BinaryWriter key) {
            pass.onEntry();
            batch.delete(key);
        }
    }

    private KeyedStateHandle upload(Path picture, CheckpointStorage storage) throws IOException {
        List<Path> paths;
        try (Stream<Path> list = Files.list(picture)) {
            // The write-ahead log is not written to, so its files are empty.
            paths = list.filter(path -> !path.toString().endsWith(".log"))
                    .sorted()
                    .toList();
        }
        Map<String, FileRef> files = new TreeMap<>();
        long newBytes = 0;
        for (Path path : paths) {
            String name = path.getFileName().toString();
            FileRef known = name.endsWith(".sst") ? context.uploads().find(name, Files.size(path)) : null;
            if (known != null && (context.uploads().isSafe(name) || storage.renew(known))) {
                files.put(name, known);
            } else {
                FileRef ref = storage.put(path);
                newBytes += ref.getBytes();
                files.put(name, ref);
            }
        }
        context.uploads().onWritten(checkpointId, files);
        return handle(files, newBytes);
    }

    private KeyedStateHandle handle(Map<String, FileRef> files, long newBytes) {
        KeyGroupRange keyGroups = context.keyGroups();
        KeyedStateHandle.Builder handle = KeyedStateHandle.newBuilder()
                .setFirstKeyGroup(keyGroups.first())
                .setLastKeyGroup(keyGroups.last())
                .addAllStates(states)
                .setKeySchema(context.keySchema())
                .setNewBytes(newBytes)
                .setNextTimerRegistration(nextTimerRegistration)
                .setNextElement(nextElement)
                .setTimerLookUps(true);
        if (ttl.activeMs() != TtlMoment.NONE) {
            handle.setTtlActiveMs(ttl.activeMs());
        }
        if (ttl.firstWatermark() != TtlMoment.NONE) {
            handle.setTtlFirstWatermark(ttl.firstWatermark());
        }
        long fullBytes = 0;
        for (Map.Entry<String, FileRef> file : files.entrySet()) {
            handle.addFiles(StoreFile.newBuilder().setName(file.getKey()).setFile(file.getValue()));
            fullBytes += file.getValue().getBytes();
        }
        return handle.setFullBytes(fullBytes).build();
    }
}
