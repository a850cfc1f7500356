package io.tidemark.worker.failure;

/** Something that no restart will change, found by the runtime itself: a mistake in the job, or data that cannot be used. */
public final class FatalTaskException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String hint;

    /**
     * @param message one line of cause
     * @param hint one line of what to do
     */
    public FatalTaskException(String message, String hint) {
        this(message, hint, null);
    }

    public FatalTaskException(String message, String hint, Throwable cause) {
        super(message, cause);
        this.hint = hint;
    }

    public String hint() {
        return hint;
    }
}
