package io.tidemark.coordinator.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The file operations whose order makes a store safe, one by one, so that a test can crash between any two. Nothing is
 * durable before it is forced.
 */
interface Disk {
    boolean exists(Path path) throws IOException;

    /** @throws java.nio.file.NoSuchFileException when there is none */
    byte[] read(Path file) throws IOException;

    /** Names in a directory, sorted; empty when it does not exist. */
    List<String> list(Path directory) throws IOException;

    /** Makes a directory whose parent exists; an existing one is no error. */
    void createDirectory(Path directory) throws IOException;

    /** Creates or overwrites a file. */
    void write(Path file, byte[] content) throws IOException;

    /** Moves a file over another, or a directory to a name that is free, in one step. */
    void move(Path from, Path to) throws IOException;

    /** Makes the content of a file durable. */
    void force(Path file) throws IOException;

    /** Makes the names in a directory durable. */
    void forceDirectory(Path directory) throws IOException;

    /** Deletes a file or a directory with all that is in it; what does not exist is no error. */
    void delete(Path path) throws IOException;
}
