package io.tidemark.coordinator.graph;

import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;

/**
 * State of a job whose event time was brought to its end, as somebody takes it up again: event time begins anew, since
 * otherwise everything would be late. Sources go on with the watermarks that their splits had.
 */
final class DrainedState {
    private DrainedState() {}

    static TaskSnapshot takenUpAgain(TaskSnapshot task) {
        TaskSnapshot.Builder again = task.toBuilder()
                .setEnded(false)
                .clearEndedInputs()
                .clearInputs()
                .clearGates();
        for (OperatorSnapshot.Builder operator : again.getOperatorsBuilderList()) {
            operator.setWatermark(Long.MIN_VALUE)
                    .setAdvancingTo(Long.MIN_VALUE)
                    .setIdle(false)
                    .clearAhead();
        }
        return again.build();
    }
}
