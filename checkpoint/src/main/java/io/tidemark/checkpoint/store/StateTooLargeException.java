package io.tidemark.checkpoint.store;

/** The state of one key is too large to be written. The message names the state and the key; nothing was cut off. */
public final class StateTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StateTooLargeException(String state, Object key, Throwable cause) {
        super(
                "State \"" + state + "\" of key " + key + " is too large to be written: " + cause.getMessage()
                        + ".\nKeep less under one key, or spread it over the entries of a map state.",
                cause);
    }
}
