package io.tidemark.worker.failure;

/** A channel to another task broke. The cause is at the other end or on the way there. */
public final class ChannelLostException extends Exception {
    private static final long serialVersionUID = 1L;

    public ChannelLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
