package io.tidemark.checkpoint.savepoint;

import io.tidemark.checkpoint.disk.FileTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory for temporary files that goes with all that is in it. Links in it go, what they point to stays. */
record ScratchDirectory(Path path) implements AutoCloseable {
    static ScratchDirectory create(String name) throws IOException {
        return new ScratchDirectory(Files.createTempDirectory(name));
    }

    @Override
    public void close() {
        try {
            FileTree.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
