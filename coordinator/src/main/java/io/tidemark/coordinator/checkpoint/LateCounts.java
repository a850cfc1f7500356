package io.tidemark.coordinator.checkpoint;

import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.network.proto.OperatorLate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the counters of late records out of snapshots: they are exact as of the checkpoint, and have no samples. */
final class LateCounts {
    /** Names under which every operator counts; part of the snapshot's format. */
    private static final String DROPPED = "late.dropped";

    private static final String SENT_ASIDE = "late.sent-aside";

    private LateCounts() {}

    static List<OperatorLate> of(Collection<TaskSnapshot> tasks) {
        List<OperatorLate> operators = new ArrayList<>();
        for (TaskSnapshot task : tasks) {
            for (OperatorSnapshot operator : task.getOperatorsList()) {
                if (operator.getCountersCount() > 0) {
                    operators.add(of(task, operator));
                }
            }
        }
        return operators;
    }

    private static OperatorLate of(TaskSnapshot task, OperatorSnapshot operator) {
        Map<String, Long> counters = new HashMap<>(operator.getCountersMap());
        Long dropped = counters.remove(DROPPED);
        Long sentAside = counters.remove(SENT_ASIDE);
        return OperatorLate.newBuilder()
                .setUid(operator.getUid())
                .setSubtask(task.getSubtask())
                .setDropped(dropped == null ? 0 : dropped)
                .setSentAside(sentAside == null ? 0 : sentAside)
                .putAllCounters(counters)
                .build();
    }
}
