package io.tidemark.api.type;

/**
 * A type is missing or ambiguous while a job is planned. The message has two lines: what is missing, and what to write.
 */
public final class InvalidTypesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param missing what is missing, in one line
     * @param remedy what to write, in one line
     */
    public InvalidTypesException(String missing, String remedy) {
        super(missing + "\n" + remedy);
    }
}
