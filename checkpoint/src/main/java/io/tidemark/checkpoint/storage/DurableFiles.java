package io.tidemark.checkpoint.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;

/** Writes files so that they are there whole or not at all, and stay there when the machine stops. */
final class DurableFiles {
    /** What the name of a file starts with while it is being written. */
    static final String TEMPORARY_PREFIX = ".tmp-";

    private DurableFiles() {}

    /** A name for a file on its way to become {@code target}, in the same directory. */
    static Path temporaryFor(Path target) {
        String unique = Long.toHexString(ThreadLocalRandom.current().nextLong());
        return target.resolveSibling(TEMPORARY_PREFIX + target.getFileName() + "-" + unique);
    }

    /** Writes {@code bytes} under a temporary name and moves them to {@code target}, replacing what is there. */
    static void write(byte[] bytes, Path target) throws IOException {
        Path temporary = temporaryFor(target);
        try {
            try (FileChannel out =
                    FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                ByteBuffer rest = ByteBuffer.wrap(bytes);
                while (rest.hasRemaining()) {
                    out.write(rest);
                }
                out.force(true);
            }
            publish(temporary, target);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Copies {@code source} under a temporary name and moves the copy to {@code target}, replacing what is there. */
    static void copy(Path source, Path target, long expectedBytes) throws IOException {
        Path temporary = temporaryFor(target);
        try {
            try (FileChannel in = FileChannel.open(source, StandardOpenOption.READ);
                    FileChannel out =
                            FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                long bytes = 0;
                while (bytes < expectedBytes) {
                    long moved = in.transferTo(bytes, expectedBytes - bytes, out);
                    if (moved <= 0) {
                        throw new IOException(source + " became shorter while it was copied: " + bytes + " bytes of "
                                + expectedBytes);
                    }
                    bytes += moved;
                }
                out.force(true);
            }
            publish(temporary, target);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Gives a file that was forced to disk its final name. */
    private static void publish(Path temporary, Path target) throws IOException {
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        forceDirectory(target.getParent());
    }

    /** Makes new, renamed and removed names in a directory durable. */
    static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Makes a directory and those above it, durably. */
    static void createDirectories(Path directory) throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            createDirectories(parent);
        }
        Files.createDirectories(directory);
        if (parent != null) {
            forceDirectory(parent);
        }
    }

    /** Reads a whole stream into {@code digest} and {@code sink}; returns the number of bytes. */
    static long pump(InputStream in, Sink sink) throws IOException {
        byte[] buffer = new byte[64 << 10];
        long bytes = 0;
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            sink.accept(buffer, n);
            bytes += n;
        }
        return bytes;
    }

    /** Takes bytes. */
    @FunctionalInterface
    interface Sink {
        void accept(byte[] buffer, int length) throws IOException;
    }
}
