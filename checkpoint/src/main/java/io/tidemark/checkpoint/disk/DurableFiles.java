package io.tidemark.checkpoint.disk;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Writes files so that they are there whole or not at all, and stay there when the machine stops. Any number of threads and
 * processes may write the same file; one of them wins.
 */
public final class DurableFiles {
    /** What the name of a file starts with while it is being written. A crash leaves it; it can be deleted then. */
    public static final String TEMPORARY_PREFIX = ".tmp-";

    private final Disk disk;

    public DurableFiles(Disk disk) {
        this.disk = disk;
    }

    private interface Writing {
        void to(Path temporary) throws IOException;
    }

    /**
     * Writes {@code bytes} under a temporary name and moves them to {@code target}, replacing what is there.
     *
     * @throws DiskFullException when there is no room; what was there before is left
     */
    public void write(byte[] bytes, Path target) throws IOException {
        publish(target, temporary -> disk.create(temporary, bytes));
    }

    /**
     * Copies {@code source} under a temporary name and moves the copy to {@code target}, replacing what is there.
     *
     * @throws DiskFullException when there is no room; what was there before is left
     */
    public void copy(Path source, Path target, long expectedBytes) throws IOException {
        publish(target, temporary -> disk.copy(source, temporary, expectedBytes));
    }

    /** Makes a directory and those above it, durably. */
    public void createDirectories(Path directory) throws IOException {
        if (disk.isDirectory(directory)) {
            return;
        }
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            createDirectories(parent);
        }
        disk.createDirectory(directory);
        if (parent != null) {
            disk.forceDirectory(parent);
        }
    }

    private void publish(Path target, Writing writing) throws IOException {
        String unique = Long.toHexString(ThreadLocalRandom.current().nextLong());
        Path temporary = target.resolveSibling(TEMPORARY_PREFIX + target.getFileName() + "-" + unique);
        try {
            createDirectories(target.getParent());
            writing.to(temporary);
            disk.force(temporary);
            disk.rename(temporary, target);
            disk.forceDirectory(target.getParent());
        } catch (IOException e) {
            deleteQuietly(temporary, e);
            throw DiskFullException.orElse(e, target.getParent(), disk);
        }
    }

    private void deleteQuietly(Path temporary, IOException failure) {
        try {
            disk.delete(temporary);
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
