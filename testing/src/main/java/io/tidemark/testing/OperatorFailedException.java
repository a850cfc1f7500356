package io.tidemark.testing;

/**
 * An operator under test failed, as its task would have failed on a cluster. The cause is what was thrown, with the function's
 * own exception in the chain; the message is what people would be shown, and the step of the test in which it happened.
 */
public final class OperatorFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String cause;
    private final String hint;
    private final boolean restartable;

    OperatorFailedException(String cause, String hint, boolean restartable, Throwable thrown) {
        this(cause, hint, restartable, thrown, "");
    }

    private OperatorFailedException(String cause, String hint, boolean restartable, Throwable thrown, String where) {
        super(cause + (hint.isEmpty() ? "" : "\n" + hint) + where, thrown);
        this.cause = cause;
        this.hint = hint;
        this.restartable = restartable;
    }

    /** The same failure, and where in the test it happened, as in "step 3, record a@5 into input 0". */
    OperatorFailedException in(String step) {
        return new OperatorFailedException(cause, hint, restartable, getCause(), "\nIt happened in " + step + ".");
    }

    /** What to do, in one line; may be empty. */
    public String hint() {
        return hint;
    }

    /** Whether the job would be restarted; if not it would end. */
    public boolean isRestartable() {
        return restartable;
    }
}
