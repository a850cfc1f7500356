package io.tidemark.network.data;

import io.tidemark.network.channel.ChannelId;

/** A channel or a connection of the data plane cannot go on. The message is one line of cause. */
public final class DataPlaneException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Reason reason;

    public DataPlaneException(Reason reason, String message) {
        this(reason, message, null);
    }

    public DataPlaneException(Reason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /** What happened. Names travel on the wire and are the labels of counters, so they stay. */
    public enum Reason {
        /** No connection could be made. */
        CONNECT_FAILED,
        /** The connection ended before the channel did. */
        CONNECTION_LOST,
        /** Nothing was heard of the peer for too long. */
        PEER_SILENT,
        /** The peer does not know the shared secret, or we do not know its. */
        WRONG_SECRET,
        /** The peer does not speak this version of the protocol, or another protocol. */
        VERSION_MISMATCH,
        /** The producer belongs to another leader epoch than the consumer. */
        STALE_EPOCH,
        /** The producer belongs to another attempt of the job than the consumer. */
        STALE_ATTEMPT,
        /** No consumer has opened this channel. */
        UNKNOWN_CHANNEL,
        /** Another producer has the channel. */
        CHANNEL_TAKEN,
        /** Bytes came that are no frame, or a frame out of place. */
        MALFORMED_FRAME,
        /** More came than was granted. */
        CREDIT_EXCEEDED,
        /** A frame is missing or came twice. */
        OUT_OF_SEQUENCE,
        /** Bytes came that are no record of the channel's type. */
        CORRUPT_RECORD,
        /** A record is larger than a frame may be. */
        RECORD_TOO_LARGE,
        /** A frame came for a channel whose consumer is gone; it was dropped. */
        FRAME_DROPPED,
        /** This side closed the channel. */
        CLOSED
    }

    static DataPlaneException of(Reason reason, ChannelId id, String what) {
        return new DataPlaneException(reason, id + ": " + what);
    }

    public Reason reason() {
        return reason;
    }

    /** Whether a new attempt of the job may get through. */
    public boolean isRestartable() {
        return switch (reason) {
            case WRONG_SECRET, VERSION_MISMATCH, RECORD_TOO_LARGE -> false;
            default -> true;
        };
    }
}
