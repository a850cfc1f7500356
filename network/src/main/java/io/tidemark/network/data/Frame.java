package io.tidemark.network.data;

import io.netty.buffer.ByteBuf;
import io.tidemark.network.channel.ChannelId;

/**
 * What travels on a connection: four bytes of length (of what follows), one of type, and the fields, big endian. The side
 * that connected is the client; its channels are the ones that records go out on.
 *
 * <p>The conversation: the server greets with {@link Challenge}, the client answers with {@link Answer}, the server with
 * {@link Welcome} or {@link Refusal}. Then, for each channel, {@link Open}, answered by {@link Credit} or {@link
 * Refusal}; {@link Data} as far as credit goes, {@link Credit} as it is consumed; {@link Close}. Either side sends {@link
 * Ping} when it has had nothing else to say for a while.
 */
sealed interface Frame {
    int MAGIC = 0x7469_6465; // "tide"
    int VERSION = 1;

    /** Length and type. */
    int HEAD_BYTES = 5;

    /** Length, type, channel number and sequence number, before the elements of a data frame. */
    int DATA_HEADER_BYTES = 13;

    /** Frames other than data are small. */
    int MAX_CONTROL_BYTES = 4 << 10;

    int NONCE_BYTES = 32;

    /** The channel number of a refusal that is about the whole connection. */
    int WHOLE_CONNECTION = -1;

    /** Server to client, first: who we are and a number used once. */
    record Challenge(int magic, int version, String workerId, byte[] nonce) implements Frame {}

    /** Client to server, second: the proof that it knows the secret (empty without one), and a number of its own. */
    record Answer(int magic, int version, String workerId, byte[] nonce, byte[] proof) implements Frame {}

    /** Server to client: come in; here is our proof. */
    record Welcome(byte[] proof) implements Frame {}

    /** Server to client: no, by name. */
    record Refusal(int channel, String reason, String message) implements Frame {}

    /** Client to server: this channel, under this number from now on. Numbers rise by one from zero. */
    record Open(int channel, long epoch, ChannelId id) implements Frame {}

    /** Server to client: so many buffers more. */
    record Credit(int channel, int buffers) implements Frame {}

    /** Client to server: elements of a channel. {@code payload} belongs to who holds the frame. */
    record Data(int channel, int sequence, ByteBuf payload) implements Frame {}

    /** Client to server: the producer is done with the channel; what it sent before is all. */
    record Close(int channel) implements Frame {}

    /** Either way: still here. */
    record Ping() implements Frame {
        static final Ping INSTANCE = new Ping();
    }
}
