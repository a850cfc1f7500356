package io.tidemark.api.connector;

/** A record of the input cannot be read as what it should be. The message names place, column, value and what was expected. */
public final class MalformedRecordException extends ConnectorException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message one line that names where the record stands, the column, the value and what was expected
     * @param hint one line of what to do
     */
    public MalformedRecordException(String message, String hint, Throwable cause) {
        super(message, hint, cause);
    }
}
