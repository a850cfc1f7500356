package io.tidemark.deploy.local;

import io.tidemark.checkpoint.disk.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory that is deleted with all that is in it. Whoever else deletes in it meanwhile is no obstacle. */
public record TemporaryDirectory(Path path) implements AutoCloseable {
    public static TemporaryDirectory create(String prefix) {
        try {
            return new TemporaryDirectory(Files.createTempDirectory(prefix));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create a temporary directory", e);
        }
    }

    @Override
    public void close() {
        try {
            FileTree.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete " + path, e);
        }
    }
}
