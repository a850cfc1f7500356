package io.tidemark.checkpoint.storage;

import io.tidemark.checkpoint.proto.FileRef;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The names of files by their content. */
final class ContentHash {
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
        MessageDigest digest = sha256();
        try (InputStream in = Files.newInputStream(file)) {
            long bytes = DurableFiles.pump(in, (buffer, length) -> digest.update(buffer, 0, length));
            return ref(digest.digest(), bytes);
        }
    }

    static FileRef ref(byte[] sha256, long bytes) {
        return FileRef.newBuilder()
                .setSha256(HexFormat.of().formatHex(sha256))
                .setBytes(bytes)
                .build();
    }
}
