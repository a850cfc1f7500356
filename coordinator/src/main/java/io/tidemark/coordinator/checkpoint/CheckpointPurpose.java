package io.tidemark.coordinator.checkpoint;

import io.tidemark.network.channel.BarrierPurpose;

/** Why a checkpoint is taken. */
public enum CheckpointPurpose {
    /** The interval is over. */
    PERIODIC,
    /** All input is worked off. */
    FINAL,
    /** Somebody wants a savepoint. */
    SAVEPOINT,
    /** Somebody wants the job to end with a savepoint: tasks stop at its barrier. */
    STOP,
    /** Somebody wants another parallelism: tasks stop at its barrier, and others go on from it. */
    RESCALE;

    /** What its barriers say. */
    public BarrierPurpose barrier() {
        return switch (this) {
            case PERIODIC, FINAL -> BarrierPurpose.CHECKPOINT;
            case SAVEPOINT -> BarrierPurpose.SAVEPOINT;
            case STOP, RESCALE -> BarrierPurpose.STOP;
        };
    }

    /** Whether tasks have stopped once it is complete. */
    public boolean stopsTasks() {
        return barrier() == BarrierPurpose.STOP;
    }
}
