package io.tidemark.worker.job;

/** A call was made for an epoch, attempt or job that is not, or no longer, here. The message names both sides. */
public final class StaleCallException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StaleCallException(String message) {
        super(message);
    }
}
