package io.tidemark.checkpoint.kryo;

/** Kryo failed on a value; the message names its class. */
public final class UnserializableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnserializableException(String message, Throwable cause) {
        super(message, cause);
    }

    UnserializableException(String message) {
        super(message);
    }
}
