package io.tidemark.coordinator.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Held by the one process that may write into a directory; the system lets go of it when the process ends. */
final class DirectoryLock implements AutoCloseable {
    private final FileChannel channel;

    private DirectoryLock(FileChannel channel) {
        this.channel = channel;
    }

    /** @throws JobStoreException when another coordinator holds it */
    static DirectoryLock take(Path directory) throws IOException {
        FileChannel channel = FileChannel.open(
                Files.createDirectories(directory).resolve("lock"),
                StandardOpenOption.CREATE,
                StandardOpenOption.WRITE);
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Held in this very process.
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        if (lock == null) {
            throw new JobStoreException(
                    "another coordinator uses the job store " + directory,
                    "Stop it, or give this one a directory of its own.",
                    null);
        }
        return new DirectoryLock(channel);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
