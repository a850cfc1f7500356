package io.tidemark.network.rpc;

/** The settings that both sides of a gRPC connection must agree on. */
final class RpcLimits {
    /** A task's snapshot, or a deployment with the state to restore from, travels in one message. */
    static final int MAX_MESSAGE_BYTES = 64 << 20;

    /** Room for an error's detail in the trailers. */
    static final int MAX_METADATA_BYTES = 64 << 10;

    /** How long a connection is silent before the peer is asked for a sign of life, calls or not. */
    static final long KEEP_ALIVE_MS = 5_000;

    /** How long it has for the sign. */
    static final long KEEP_ALIVE_TIMEOUT_MS = 3_000;

    /** What a server lets clients ask at most; less than they do, so that jitter is no offence. */
    static final long PERMITTED_KEEP_ALIVE_MS = 2_000;

    private RpcLimits() {}
}
