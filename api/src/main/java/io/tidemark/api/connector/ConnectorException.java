package io.tidemark.api.connector;

import java.util.Objects;

/**
 * A connector cannot go on, and trying again would end the same way: a file that does not exist, a directory that cannot
 * be written, data that cannot be read. It is <b>fatal</b>: the job fails with {@link #getMessage()} as its one line of
 * cause and {@link #hint()} as what to do, and is not restarted. What may pass by itself (a disk that is full, a broken
 * connection) is thrown as any other exception, and the job restarts.
 */
public class ConnectorException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String hint;

    /**
     * @param message one line of cause that names what it is about
     * @param hint one line of what to do
     */
    public ConnectorException(String message, String hint) {
        this(message, hint, null);
    }

    /**
     * @param message one line of cause that names what it is about
     * @param hint one line of what to do
     */
    public ConnectorException(String message, String hint, Throwable cause) {
        super(message, cause);
        this.hint = Objects.requireNonNull(hint);
    }

    /** One line of what to do. */
    public final String hint() {
        return hint;
    }
}
