package io.tidemark.deploy.process;

import io.tidemark.checkpoint.disk.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a worker process has its state, deleted when it ends. A process that is killed deletes nothing; so each holds a lock
 * in its directory, which the system takes from it however it ends, and a later one deletes those that nobody holds.
 * Thread-safe.
 */
final class WorkerDirectory implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerDirectory.class);
    private static final String PREFIX = "tidemark-worker-";
    /** Nobody takes a directory for left behind before it is locked. */
    private static final String NEW_PREFIX = "tidemark-new-worker-";

    private static final String LOCK = ".owner";

    private final Path path;
    private final FileChannel owner;

    private WorkerDirectory(Path path, FileChannel owner) {
        this.path = path;
        this.owner = owner;
    }

    /** @param parent the directory for temporary files */
    static WorkerDirectory create(Path parent) {
        try {
            Path made = Files.createTempDirectory(parent, NEW_PREFIX);
            FileChannel owner =
                    FileChannel.open(made.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            // Held until the channel is closed or the process is gone. Null when the file system cannot tell.
            owner.tryLock();
            String unique = made.getFileName().toString().substring(NEW_PREFIX.length());
            Path path = made.resolveSibling(PREFIX + unique);
            Files.move(made, path, StandardCopyOption.ATOMIC_MOVE);
            return new WorkerDirectory(path, owner);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a temporary directory in " + parent, e);
        }
    }

    Path path() {
        return path;
    }

    /** Deletes the directories that killed workers have left beside this one; logs what it cannot delete, and why. */
    void sweepAbandoned() {
        try (DirectoryStream<Path> beside = Files.newDirectoryStream(path.getParent(), PREFIX + "*")) {
            for (Path other : beside) {
                // To open the own lock again, and close it, would let it go.
                if (!other.equals(path)) {
                    deleteIfAbandoned(other);
                }
            }
        } catch (IOException e) {
            LOG.debug("What is left in {} cannot be told", path.getParent(), e);
        }
    }

    private static void deleteIfAbandoned(Path other) {
        try (FileChannel theirs = FileChannel.open(other.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock lock = theirs.tryLock()) {
            if (lock != null) {
                FileTree.delete(other);
                LOG.info("Deleted {}, which a worker has left that is gone", other);
            }
        } catch (NoSuchFileException | OverlappingFileLockException e) {
            LOG.debug("{} is left alone: nobody says whose it is, or it is of this process", other);
        } catch (IOException e) {
            LOG.info("{} of a worker that is gone cannot be deleted: {}", other, e.toString());
        }
    }

    @Override
    public void close() {
        try {
            FileTree.delete(path);
            owner.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + path, e);
        }
    }
}
