package io.tidemark.coordinator.checkpoint;

/** How far the checkpoint under way is; the phases follow each other in this order, and end in IDLE from any. */
public enum CheckpointPhase {
    /** None is under way. */
    IDLE,
    /** Its id is being made durable, so that no other checkpoint will ever have it. */
    RESERVED,
    /** Barriers flow, tasks ack. */
    TRIGGERED,
    /** All have acked; the manifest is being written. */
    WRITING,
    /** The manifest is on disk; the job store is being told. From here on it can no longer be taken back. */
    RECORDING
}
