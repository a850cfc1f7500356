package io.tidemark.network.channel;

/** What the checkpoint of a barrier is for. Its ordinal is part of the wire format. */
public enum BarrierPurpose {
    /** To start from again after a failure. */
    CHECKPOINT,
    /** To be kept and taken elsewhere. */
    SAVEPOINT,
    /** To end the tasks at: a task that has served the barrier does nothing more until it is told to end or to go on. */
    STOP;

    private static final BarrierPurpose[] VALUES = values();

    /** Whether a task waits for the barrier on all its channels, however long that takes. */
    public boolean alwaysAligns() {
        return this != CHECKPOINT;
    }

    /** The purpose with this ordinal; null when there is none. */
    public static BarrierPurpose of(int ordinal) {
        return ordinal >= 0 && ordinal < VALUES.length ? VALUES[ordinal] : null;
    }
}
