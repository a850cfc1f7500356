package io.tidemark.worker.chain;

import io.tidemark.api.operator.OperatorContext.ProcessingTimeCallback;
import java.util.PriorityQueue;

/** What operators of a chain asked to be called at; ordered by time, then by when they asked. */
final class CallbackQueue {
    private record Entry(long timeMs, long number, ChainNode node, ProcessingTimeCallback callback)
            implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            int byTime = Long.compare(timeMs, other.timeMs);
            return byTime != 0 ? byTime : Long.compare(number, other.number);
        }
    }

    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long nextNumber;

    void add(long timeMs, ChainNode node, ProcessingTimeCallback callback) {
        entries.add(new Entry(timeMs, nextNumber++, node, callback));
    }

    /** Whether the wall clock has passed the first one. */
    boolean isDue(long nowMs) {
        Entry first = entries.peek();
        return first != null && first.timeMs < nowMs;
    }

    /** Calls the first one. */
    void callFirst() {
        Entry entry = entries.remove();
        try {
            entry.callback.onTime(entry.timeMs);
        } catch (Exception e) {
            throw entry.node.failure(e);
        }
    }

    void clear() {
        entries.clear();
    }
}
