package io.tidemark.coordinator.submission;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.Supplier;

/** Names jobs. */
final class JobIds {
    private static final int LENGTH = 16;

    private final Supplier<String> madeUp;

    /** @param madeUp a new token at every call, for submissions that bring none */
    JobIds(Supplier<String> madeUp) {
        this.madeUp = madeUp;
    }

    /** The id of the job of this submission: the same for the same token, unrelated for any other. */
    String of(String submissionId) {
        String token = submissionId.isEmpty() ? madeUp.get() : submissionId;
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest).substring(0, LENGTH);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
