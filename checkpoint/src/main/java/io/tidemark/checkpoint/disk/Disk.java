package io.tidemark.checkpoint.disk;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;

/**
 * A disk with files and directories. Content is durable once {@link #force} returned, names once {@link #forceDirectory} of
 * their directory did; before that a crash may leave the old state, the new one, or something in between.
 *
 * <p>Thread-safe. A file that is not there is a {@link java.nio.file.NoSuchFileException}.
 */
public interface Disk {
    /** The disk of this machine, or one that it has mounted. */
    Disk SYSTEM = new SystemDisk();

    InputStream read(Path file) throws IOException;

    long size(Path file) throws IOException;

    boolean exists(Path path);

    boolean isDirectory(Path path);

    /** What is in a directory, in no order; nothing when it is not there. */
    List<Path> list(Path directory) throws IOException;

    /** Makes a file that is not there yet. When it fails a part of the file may be there. */
    void create(Path file, byte[] content) throws IOException;

    /**
     * Makes a file that is not there yet out of the first bytes of another, which need not be on this disk. When it fails a
     * part of it may be there.
     */
    void copy(Path source, Path target, long bytes) throws IOException;

    /**
     * Gives a file of this disk a second name, which need not be on this disk.
     *
     * @return false when that is not possible
     */
    boolean link(Path file, Path target) throws IOException;

    void force(Path file) throws IOException;

    void forceDirectory(Path directory) throws IOException;

    /** Gives a file another name on this disk in one step, over another file if there is one; or a directory one that is free. */
    void rename(Path from, Path to) throws IOException;

    /** Deletes a file. @return false when there was none */
    boolean delete(Path file) throws IOException;

    /** Deletes a file or a directory with all that is in it, one after the other. What is not there is no error. */
    void deleteTree(Path path) throws IOException;

    /** Makes a directory whose parent is there; one that is there already is no error. */
    void createDirectory(Path directory) throws IOException;

    long lastModifiedMs(Path file) throws IOException;

    void setLastModifiedMs(Path file, long timeMs) throws IOException;

    /** The room on the disk that holds a directory, or that would hold it. */
    Space space(Path directory) throws IOException;

    /**
     * Room on a disk.
     *
     * @param freeBytes what can still be written
     * @param totalBytes what the disk holds at all
     */
    record Space(long freeBytes, long totalBytes) {}
}
