package io.tidemark.checkpoint.storage;

import io.tidemark.checkpoint.disk.Disk;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Content-addressed files and manifests of one job. Thread-safe, and safe to use from several processes. */
public interface CheckpointStorage {
    /** How long a file that no manifest names is kept, since it may belong to a checkpoint that is being written. */
    Duration DEFAULT_GRACE = Duration.ofMinutes(15);

    /** Stores a file. It is durable when this returns, and is not stored a second time when it is there already. */
    FileRef put(Path file) throws IOException;

    /** As {@link #put(Path)}, for bytes. */
    FileRef put(byte[] bytes) throws IOException;

    /** As {@link #put(Path)}, in place of what is there under the file's name, which {@link #check} may have found damaged. */
    FileRef replace(Path file) throws IOException;

    /**
     * Says that a file which was put earlier, but which no manifest may name yet, is wanted again: it is then as safe from
     * {@link #deleteUnreferenced} as one just put.
     *
     * @return false when it is not there (any more), and has to be put
     */
    boolean renew(FileRef ref) throws IOException;

    /**
     * Brings a stored file to {@code target}, and checks its size and content. A file that the state database never changes
     * (by its name, {@code .sst}) may share its content with the stored one; others are copies.
     *
     * @throws CorruptCheckpointException when the file is missing or damaged; {@code target} then does not exist
     */
    void fetch(FileRef ref, Path target) throws IOException;

    /**
     * Reads a stored file, and checks its size and content.
     *
     * @throws CorruptCheckpointException when the file is missing or damaged
     */
    byte[] read(FileRef ref) throws IOException;

    /**
     * Reads a stored file through, and checks its size and content.
     *
     * @throws CorruptCheckpointException when the file is missing or damaged
     */
    void check(FileRef ref) throws IOException;

    /** Whether a file of this name and size is there. What is in it only {@link #check} tells. */
    boolean exists(FileRef ref) throws IOException;

    /**
     * Makes a checkpoint visible, all at once: before this returns, a crash leaves either no manifest or the whole one.
     * A manifest of the same id is replaced.
     *
     * @return where it stands, for people
     */
    String writeManifest(CheckpointManifest manifest) throws IOException;

    /**
     * Reads the manifest of a checkpoint.
     *
     * @throws CorruptCheckpointException when it is missing or damaged
     * @throws UnsupportedCheckpointVersionException when a newer release wrote it
     */
    CheckpointManifest readManifest(long checkpointId) throws IOException;

    /** The ids of all checkpoints that have a manifest, ascending. */
    List<Long> manifestIds() throws IOException;

    /** Removes a manifest; its files stay until {@link #deleteUnreferenced}. No manifest of that id is no error. */
    void deleteManifest(long checkpointId) throws IOException;

    /**
     * Removes every file that no manifest here names, that is not pinned, and that was not put or renewed lately: since two
     * minutes before the newest of these checkpoints was complete, or in the last quarter of an hour if there is none. When
     * any manifest cannot be read nothing is removed, since nobody knows what it names.
     *
     * @param pinnedSha256 files of checkpoints that are being written
     * @return how many files were removed
     */
    int deleteUnreferenced(Set<String> pinnedSha256) throws IOException;

    /**
     * As {@link #deleteUnreferenced} with nothing pinned, however young a file is. For the end of a job, when nothing is
     * written here any more.
     */
    int deleteAbandoned() throws IOException;

    /** Removes all manifests, then all files, so that none is left whose files are not. What else is there stays. */
    void deleteAll() throws IOException;

    /** Where a stored file can be read on this machine without copying it; empty when it cannot be. Its content is unchecked. */
    default Optional<Path> localPath(FileRef ref) throws IOException {
        return Optional.empty();
    }

    /**
     * A storage in a directory.
     *
     * @param root the directory of all jobs; it is made when something is first written
     * @param jobId a name of letters, digits, {@code -}, {@code _} and {@code .} that does not start with a dot
     */
    static CheckpointStorage directory(Path root, String jobId) {
        return directory(root, jobId, Clock.systemUTC(), DEFAULT_GRACE);
    }

    /** As {@link #directory(Path, String)}, with the clock and the time by which the age of a file is judged. */
    static CheckpointStorage directory(Path root, String jobId, Clock clock, Duration grace) {
        return directory(root, jobId, Disk.SYSTEM, clock, grace);
    }

    /** As {@link #directory(Path, String, Clock, Duration)}, on that disk. */
    static CheckpointStorage directory(Path root, String jobId, Disk disk, Clock clock, Duration grace) {
        return new DirectoryCheckpointStorage(root.resolve(StorageNames.job(jobId)), disk, clock, grace);
    }

    /**
     * A storage in a directory of any name that belongs to one job or one savepoint alone.
     *
     * @param directory holds {@code files} and {@code checkpoints}, or will
     */
    static CheckpointStorage in(Path directory) {
        return new DirectoryCheckpointStorage(directory, Disk.SYSTEM, Clock.systemUTC(), DEFAULT_GRACE);
    }
}
