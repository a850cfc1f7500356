package io.tidemark.worker.chain;

import java.util.Map;
import java.util.TreeMap;

/** The named counters of one operator. They are part of its snapshot, so that they are exact over restarts. */
final class OperatorCounters {
    private final Map<String, TaskCounter> counters = new TreeMap<>();

    OperatorCounters(Map<String, Long> restored) {
        restored.forEach((name, count) -> counters.put(name, new TaskCounter(count)));
    }

    TaskCounter counter(String name) {
        return counters.computeIfAbsent(name, missing -> new TaskCounter(0));
    }

    Map<String, Long> values() {
        Map<String, Long> values = new TreeMap<>();
        counters.forEach((name, counter) -> values.put(name, counter.get()));
        return values;
    }
}
