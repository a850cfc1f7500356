package io.tidemark.coordinator;

import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.disk.DiskFullException;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.savepoint.SavepointException;
import io.tidemark.checkpoint.savepoint.Savepoints;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.storage.CorruptCheckpointException;
import io.tidemark.checkpoint.storage.StorageRefusedException;
import io.tidemark.checkpoint.storage.StorageUnavailableException;
import io.tidemark.checkpoint.storage.UnsupportedCheckpointVersionException;
import io.tidemark.coordinator.job.Event;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The checkpoints of one job on storage: each method does what one effect asks for and says how it went. */
final class CheckpointFiles {
    private final CheckpointStorage storage;
    private final Configuration storageOptions;
    /** Files of the manifest that was last written or read here: they are known to be there. */
    private Set<String> known = Set.of();

    /** @param storageOptions how a storage for savepoints is reached */
    CheckpointFiles(CheckpointStorage storage, Configuration storageOptions) {
        this.storage = storage;
        this.storageOptions = storageOptions;
    }

    Event read(long checkpointId) {
        try {
            CheckpointManifest manifest = storage.readManifest(checkpointId);
            return new Event.ManifestRead(manifest, "");
        } catch (CorruptCheckpointException | UnsupportedCheckpointVersionException e) {
            return new Event.ManifestUnreadable(checkpointId, true, firstLine(e));
        } catch (IOException | RuntimeException e) {
            return new Event.ManifestUnreadable(checkpointId, false, firstLine(e));
        }
    }

    /** Only reads what is here, so it may go on beside the others. */
    Event writeSavepoint(long checkpointId, String directory) {
        try {
            String location = Savepoints.write(storage.readManifest(checkpointId), storage, directory, storageOptions);
            return new Event.SavepointWritten(checkpointId, location);
        } catch (IOException | RuntimeException e) {
            return new Event.SavepointFailed(checkpointId, firstLine(e));
        }
    }

    /** The savepoint that a job starts from. */
    static Event readSavepoint(String location, Configuration storageOptions) {
        try {
            return new Event.SavepointRead(
                    Savepoints.open(location, storageOptions).manifest());
        } catch (CorruptCheckpointException | UnsupportedCheckpointVersionException | SavepointException e) {
            return new Event.ManifestUnreadable(0, true, firstLine(e));
        } catch (IOException | RuntimeException e) {
            return new Event.ManifestUnreadable(0, false, firstLine(e));
        }
    }

    Event write(CheckpointManifest manifest) {
        try {
            Set<String> files = new HashSet<>();
            for (FileRef file : manifest.getFilesList()) {
                if (!known.contains(file.getSha256()) && !storage.exists(file)) {
                    throw new IOException("the file " + file.getSha256() + " that a task has acked is not there");
                }
                files.add(file.getSha256());
            }
            String path = storage.writeManifest(manifest);
            known = files;
            return new Event.ManifestWritten(manifest.getCheckpointId(), path);
        } catch (IOException | RuntimeException e) {
            return new Event.ManifestFailed(manifest.getCheckpointId(), firstLine(e));
        }
    }

    Event cleanUp(List<Long> retained) {
        try {
            for (long id : storage.manifestIds()) {
                if (!retained.contains(id)) {
                    storage.deleteManifest(id);
                }
            }
            // No checkpoint is under way, so nothing is pinned; what is being uploaded all the same is young.
            storage.deleteUnreferenced(Set.of());
            return new Event.CleanedUp("");
        } catch (IOException | RuntimeException e) {
            return new Event.CleanedUp(firstLine(e));
        }
    }

    /**
     * The job is over and nothing is written here any more: what no complete checkpoint of it names goes, however young it is.
     *
     * @return why not everything went; empty when it did
     */
    String sweep() {
        try {
            storage.deleteAbandoned();
            return "";
        } catch (IOException | RuntimeException e) {
            return firstLine(e);
        }
    }

    private static String firstLine(Exception failure) {
        String message = failure.getMessage();
        if (message == null) {
            return failure.toString();
        }
        String line = message.lines().findFirst().orElse("").strip();
        boolean speaks = failure instanceof CorruptCheckpointException
                || failure instanceof UnsupportedCheckpointVersionException
                || failure instanceof StorageUnavailableException
                || failure instanceof StorageRefusedException
                || failure instanceof DiskFullException
                || failure instanceof SavepointException
                || failure.getClass() == IOException.class;
        return speaks ? line : failure.getClass().getSimpleName() + ": " + line;
    }
}
