package io.tidemark.worker.chain;

import io.tidemark.checkpoint.proto.InputSnapshot;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.store.KeyedStateStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The state of a chain as of a barrier: taken by the task's thread, written by the snapshot pool. */
public final class ChainSnapshot {
    private record Part(OperatorSnapshot.Builder operator, KeyedStateStore.Frozen keyed) {}

    private final boolean ended;
    private final boolean rests;
    private final List<Integer> endedInputs;
    private final List<InputSnapshot> inputs;
    private final List<Part> parts = new ArrayList<>();

    /** @param rests whether the task waits for it, so that it may take all cores */
    ChainSnapshot(boolean ended, boolean rests, List<Integer> endedInputs, List<InputSnapshot> inputs) {
        this.ended = ended;
        this.rests = rests;
        this.endedInputs = endedInputs;
        this.inputs = inputs;
    }

    /** @param keyed null when the operator has no keyed state */
    void add(OperatorSnapshot.Builder operator, KeyedStateStore.Frozen keyed) {
        if (keyed != null && rests) {
            keyed.hurry();
        }
        parts.add(new Part(operator, keyed));
    }

    /** Gives the keyed state up; instead of {@link #write}. */
    public void discard() {
        for (Part part : parts) {
            if (part.keyed != null) {
                part.keyed.discard();
            }
        }
    }

    /**
     * Writes the keyed state and adds all operators to a task's snapshot. Every frozen part is written or given up, also
     * when an earlier one fails.
     *
     * @throws IOException when something could not be written
     */
    public void write(CheckpointStorage storage, TaskSnapshot.Builder target) throws IOException {
        target.setEnded(ended).addAllEndedInputs(endedInputs).addAllInputs(inputs);
        Throwable failure = null;
        for (Part part : parts) {
            try {
                if (part.keyed != null) {
                    part.operator.setKeyed(part.keyed.write(storage));
                }
                target.addOperators(part.operator);
            } catch (IOException | RuntimeException | Error e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure instanceof IOException io) {
            throw io;
        }
        if (failure instanceof Error error) {
            throw error;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
    }
}
