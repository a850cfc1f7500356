package io.tidemark.api.plan;

/** The job failed or was cancelled; the message is one line of cause. */
public final class JobFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    public JobFailedException(String message) {
        super(message);
    }

    public JobFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
