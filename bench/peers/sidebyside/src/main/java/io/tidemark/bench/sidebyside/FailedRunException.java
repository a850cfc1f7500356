package io.tidemark.bench.sidebyside;

/** A run that has no outcome; the message says why. */
final class FailedRunException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FailedRunException(String message) {
        super(message);
    }
}
