package io.tidemark.examples.numberedrecords;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Bytes that make the state of a key large, do not compress, and can be told from any others. */
final class Ballast {
    private Ballast() {}

    static byte[] of(int key, int bytes) {
        byte[] content = new byte[bytes];
        new SplittableRandom(key).nextBytes(content);
        return content;
    }

    /** @throws IllegalStateException when it is not what {@link #of} gave for this key */
    static void check(byte[] found, int key, int bytes) {
        if (found == null || !Arrays.equals(found, of(key, bytes))) {
            throw new IllegalStateException("the state of key " + key + " is not what was kept of it, but "
                    + (found == null ? "gone" : found.length + " other bytes"));
        }
    }
}
