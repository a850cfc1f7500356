package io.tidemark.checkpoint.store;

/** A look at live state asked for something that is not there, or with a key that is none. */
public final class StateLookException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String hint;

    /**
     * @param cause one line
     * @param hint one line of what to do
     */
    public StateLookException(String cause, String hint) {
        super(cause);
        this.hint = hint;
    }

    /** One line of what to do. */
    public String hint() {
        return hint;
    }
}
