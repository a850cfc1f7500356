package io.tidemark.testing;

/**
 * An operator under test failed, as its task would have failed on a cluster. The cause is what was thrown, with the function's
 * own exception in the chain; the message is what people would be shown.
 */
public final class OperatorFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String hint;
    private final boolean restartable;

    OperatorFailedException(String cause, String hint, boolean restartable, Throwable thrown) {
        super(hint.isEmpty() ? cause : cause + "\n" + hint, thrown);
        this.hint = hint;
        this.restartable = restartable;
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
