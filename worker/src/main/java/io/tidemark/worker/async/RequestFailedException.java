package io.tidemark.worker.async;

/** A request got an error for an answer, and is not made again. */
final class RequestFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    RequestFailedException(Pending pending, Throwable error) {
        super("the request for " + pending.value() + " failed (attempt " + pending.attempts() + ")", error);
    }
}
