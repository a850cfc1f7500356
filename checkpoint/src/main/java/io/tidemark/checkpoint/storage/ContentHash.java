package io.tidemark.checkpoint.storage;

import io.tidemark.checkpoint.proto.FileRef;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The names of files by their content. */
final class ContentHash {
    private static final int BUFFER_BYTES = 64 << 10;

    private ContentHash() {}

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    static FileRef of(byte[] bytes) {
        return ref(sha256().digest(bytes), bytes.length);
    }

    static FileRef of(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return pump(in, (buffer, length) -> {});
        }
    }

    /**
     * Reads a whole stream, hands it on, and says what it was.
     *
     * @throws InterruptedIOException when the thread is interrupted, as there may be gigabytes of it
     */
    static FileRef pump(InputStream in, Sink sink) throws IOException {
        MessageDigest digest = sha256();
        byte[] buffer = new byte[BUFFER_BYTES];
        long bytes = 0;
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted after " + bytes + " bytes of a file");
            }
            digest.update(buffer, 0, n);
            sink.accept(buffer, n);
            bytes += n;
        }
        return ref(digest.digest(), bytes);
    }

    /** Takes bytes. */
    @FunctionalInterface
    interface Sink {
        void accept(byte[] buffer, int length) throws IOException;
    }

    static FileRef ref(byte[] sha256, long bytes) {
        return FileRef.newBuilder()
                .setSha256(HexFormat.of().formatHex(sha256))
                .setBytes(bytes)
                .build();
    }

    /** @throws CorruptCheckpointException when what was found is not what the reference says */
    static void check(FileRef expected, FileRef found, String file) throws CorruptCheckpointException {
        if (found.getBytes() != expected.getBytes()) {
            throw new CorruptCheckpointException(
                    file, "it has " + found.getBytes() + " bytes instead of " + expected.getBytes());
        }
        if (!found.equals(expected)) {
            throw new CorruptCheckpointException(file, "its content does not match its checksum");
        }
    }
}
