package io.tidemark.checkpoint.plain;

import java.util.Arrays;

/**
 * A value whose bytes only its own serializer can read.
 *
 * @param typeName the Java name of its class
 * @param bytes null when it is not known where in the bytes the value is, since another one stands before it of which
 *     nobody knows where it ends
 */
public record Opaque(String typeName, byte[] bytes) {
    public Opaque {
        bytes = bytes == null ? null : bytes.clone();
    }

    @Override
    public byte[] bytes() {
        return bytes == null ? null : bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Opaque that && typeName.equals(that.typeName) && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return 31 * typeName.hashCode() + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return PlainText.of(this);
    }
}
