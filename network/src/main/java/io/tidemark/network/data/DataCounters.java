package io.tidemark.network.data;

import io.tidemark.network.data.DataPlaneException.Reason;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How often what happened. Thread-safe. */
public final class DataCounters {
    private final Map<Reason, LongAdder> counts = new EnumMap<>(Reason.class);

    DataCounters() {
        for (Reason reason : Reason.values()) {
            counts.put(reason, new LongAdder());
        }
    }

    void increment(Reason reason) {
        counts.get(reason).increment();
    }

    public long count(Reason reason) {
        return counts.get(reason).sum();
    }
}
