package io.tidemark.api.plan;

/** The job cannot be planned as it is written. The message names the operator and says what to write. */
public final class InvalidPlanException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidPlanException(String message) {
        super(message);
    }

    public InvalidPlanException(String message, Throwable cause) {
        super(message, cause);
    }
}
