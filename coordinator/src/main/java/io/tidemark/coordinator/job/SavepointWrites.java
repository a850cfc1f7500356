package io.tidemark.coordinator.job;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Savepoints that are being written, each from a checkpoint that is kept meanwhile. */
final class SavepointWrites {
    private final JobRun run;
    /** Tokens of the orders by checkpoint. */
    private final Map<Long, String> underWay = new TreeMap<>();

    SavepointWrites(JobRun run) {
        this.run = run;
    }

    void begin(long checkpointId, Order order) {
        underWay.put(checkpointId, order.token());
        run.emit(new Effect.WriteSavepoint(checkpointId, order.directory()));
    }

    /** The order for which it was written; it may have been answered since. Nothing when there is none. */
    Optional<Order> end(long checkpointId) {
        return Optional.ofNullable(underWay.remove(checkpointId))
                .flatMap(token -> run.orders().find(token));
    }

    Set<Long> checkpointIds() {
        return underWay.keySet();
    }

    boolean isFor(Order order) {
        return underWay.containsValue(order.token());
    }
}
