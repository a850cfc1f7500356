package io.tidemark.deploy.advice;

/** The columns of a file have no such name as the one that the time was to be in. The message says which there are. */
public final class NoSuchColumnException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String hint;

    NoSuchColumnException(String message, String hint) {
        super(message);
        this.hint = hint;
    }

    /** What to do, in one line. */
    public String hint() {
        return hint;
    }
}
