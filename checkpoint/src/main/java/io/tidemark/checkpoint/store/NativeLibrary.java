package io.tidemark.checkpoint.store;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rocksdb.NativeLibraryLoader;

/** Loads RocksDB's library once a process, and leaves no copy of it behind even when the process is killed later. */
final class NativeLibrary {
    private static boolean loaded;

    private NativeLibrary() {}

    static synchronized void load() {
        if (loaded) {
            return;
        }
        try {
            Path directory = Files.createTempDirectory("tidemark-rocksdb");
            NativeLibraryLoader.getInstance().loadLibrary(directory.toString());
            // The mapping outlives the name, where the system allows it.
            File[] files = directory.toFile().listFiles();
            for (File file : files == null ? new File[0] : files) {
                if (!file.delete()) {
                    file.deleteOnExit();
                }
            }
            if (!directory.toFile().delete()) {
                directory.toFile().deleteOnExit();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "RocksDB's library cannot be unpacked into the directory for temporary files, "
                            + System.getProperty("java.io.tmpdir")
                            + ".\nMake room there, or name another one with -Djava.io.tmpdir.",
                    e);
        }
        loaded = true;
    }
}
