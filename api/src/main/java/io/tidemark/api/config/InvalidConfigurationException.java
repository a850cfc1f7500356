package io.tidemark.api.config;

/** An option that does not exist or whose value does not fit; the message says what would. */
public final class InvalidConfigurationException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public InvalidConfigurationException(String message) {
        super(message);
    }
}
