package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.proto.KeyedStateHandle;
import io.tidemark.checkpoint.proto.StoreFile;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.storage.CorruptCheckpointException;
import io.tidemark.checkpoint.timer.TimerColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The entries of a snapshot of keyed state as they are stored, for who looks into it without running the job. Nothing is
 * written. Used by one thread.
 *
 * <p>A failure to read shows as an {@link UncheckedIOException}; its cause is a {@link CorruptCheckpointException} when a file
 * of the snapshot is damaged.
 */
public final class SnapshotEntries implements AutoCloseable {
    private final KeyedStateHandle handle;
    private final CheckpointStorage storage;
    private final Path directory;
    private final StateDatabase database;
    private final KeyGroupRange keyGroups;

    private SnapshotEntries(
            KeyedStateHandle handle, CheckpointStorage storage, Path directory, StateDatabase database) {
        this.handle = handle;
        this.storage = storage;
        this.directory = directory;
        this.database = database;
        this.keyGroups = new KeyGroupRange(handle.getFirstKeyGroup(), handle.getLastKeyGroup());
    }

    /**
     * Opens a snapshot.
     *
     * @param handle of a snapshot with files
     * @param directory of its own; files that are there already are taken to be those of the handle. It is deleted by the
     *     caller
     * @throws CorruptCheckpointException when a file is missing or damaged
     */
    public static SnapshotEntries open(
            KeyedStateHandle handle, CheckpointStorage storage, Path directory, NativeMemory memory)
            throws IOException {
        Files.createDirectories(directory);
        for (StoreFile file : handle.getFilesList()) {
            if (file.getName().contains("/") || file.getName().startsWith(".")) {
                throw new IOException("a snapshot names a file \"" + file.getName() + "\", which no database has");
            }
            Path target = directory.resolve(file.getName());
            if (!Files.exists(target)) {
                provide(file, storage, target);
            }
        }
        return new SnapshotEntries(handle, storage, directory, new StateDatabase(directory, memory, true));
    }

    /** Large files are read where they are if they can be; their blocks have checksums of their own. */
    private static void provide(StoreFile file, CheckpointStorage storage, Path target) throws IOException {
        Optional<Path> local = file.getName().endsWith(".sst") ? storage.localPath(file.getFile()) : Optional.empty();
        if (local.isPresent()) {
            Files.createSymbolicLink(target, local.get().toAbsolutePath());
        } else {
            storage.fetch(file.getFile(), target);
        }
    }

    /**
     * What cannot be read may be damaged. Then the failure names the file by its full name, and not where it is linked to.
     */
    private UncheckedIOException explained(UncheckedIOException failure) {
        Path probe = directory.resolve("probe.sst");
        for (StoreFile file : handle.getFilesList()) {
            try {
                storage.fetch(file.getFile(), probe);
                Files.delete(probe);
            } catch (CorruptCheckpointException damage) {
                damage.addSuppressed(failure);
                return new UncheckedIOException(damage);
            } catch (IOException e) {
                failure.addSuppressed(e);
                return failure;
            }
        }
        return failure;
    }

    public KeyGroupRange keyGroups() {
        return keyGroups;
    }

    /** Walks the entries of one state. */
    public Walk state(int stateId) {
        return new Walk(Column.STATE, keyGroups, StateKeyFormat.STATE_ID_AT, stateId);
    }

    /** Walks the entries of all states in a key group. */
    public Walk states(int keyGroup) {
        return new Walk(Column.STATE, new KeyGroupRange(keyGroup, keyGroup), StateKeyFormat.STATE_ID_AT, Walk.ALL);
    }

    /** Walks all timers. */
    public Walk timers() {
        return new Walk(Column.TIMERS, keyGroups, TimerColumn.GROUP_AT, Walk.ALL);
    }

    /** Walks the timers in a key group. */
    public Walk timers(int keyGroup) {
        return new Walk(Column.TIMERS, new KeyGroupRange(keyGroup, keyGroup), TimerColumn.GROUP_AT, Walk.ALL);
    }

    @Override
    public void close() {
        database.release();
    }

    /** A walk over entries, in the order of their keys. Has to be closed before what it walks over. */
    public final class Walk implements AutoCloseable {
        private static final int ALL = -1;

        private final DatabaseScan scan;
        private final Column column;
        private final int idAt;
        private final int onlyId;
        private boolean started;

        private Walk(Column column, KeyGroupRange range, int idAt, int onlyId) {
            this.column = column;
            this.idAt = idAt;
            this.onlyId = onlyId;
            try {
                this.scan = database.scan(
                        column,
                        StateKeyFormat.keyGroupPrefix(range.first()),
                        StateKeyFormat.keyGroupPrefix(range.last() + 1));
            } catch (UncheckedIOException e) {
                throw explained(e);
            }
        }

        /** Goes to the first or the next entry; false when there is none. */
        public boolean next() {
            try {
                return step();
            } catch (UncheckedIOException e) {
                throw explained(e);
            }
        }

        private boolean step() {
            if (started) {
                scan.next();
            }
            started = true;
            while (scan.isValid()) {
                byte[] key = scan.key();
                if (column == Column.TIMERS && TimerColumn.isLookUp(key)) {
                    scan.seek(StateKeyFormat.keyGroupPrefix(StateKeyFormat.keyGroup(key) + 1));
                    continue;
                }
                int id = idOf(key);
                if (onlyId == ALL || id == onlyId) {
                    return true;
                }
                int keyGroup = StateKeyFormat.keyGroup(key);
                scan.seek(id < onlyId ? prefix(keyGroup) : prefix(keyGroup + 1));
            }
            return false;
        }

        private byte[] prefix(int keyGroup) {
            byte[] group = StateKeyFormat.keyGroupPrefix(keyGroup);
            return new byte[] {group[0], group[1], (byte) (onlyId >>> 8), (byte) onlyId};
        }

        private int idOf(byte[] key) {
            return ((key[idAt] & 0xFF) << 8) | (key[idAt + 1] & 0xFF);
        }

        /** The number that stands for the state of this entry, or for its group of timers. */
        public int id() {
            return idOf(scan.key());
        }

        public byte[] key() {
            return scan.key();
        }

        public byte[] value() {
            return scan.value();
        }

        @Override
        public void close() {
            scan.close();
        }
    }
}
