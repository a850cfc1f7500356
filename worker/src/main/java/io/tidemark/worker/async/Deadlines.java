package io.tidemark.worker.async;

import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * When records that were asked for are given up, and when some are asked for again; by a nanosecond clock that is handed in.
 * Pure, for one thread. Nothing is due in the nanosecond it is set to.
 */
final class Deadlines {
    private record Retry(long atNs, long number, Pending pending) {}

    private final long timeoutNs;

    /** By record when it is given up. All wait equally long, so those that came first are the first. */
    private final Map<Pending, Long> timeouts = new LinkedHashMap<>();

    private final PriorityQueue<Retry> retries =
            new PriorityQueue<>(Comparator.comparingLong(Retry::atNs).thenComparingLong(Retry::number));
    private long retryCount;

    /** @param timeoutNs 0 for never */
    Deadlines(long timeoutNs) {
        this.timeoutNs = timeoutNs;
    }

    /** The first request for a record begins. */
    void begin(Pending pending, long nowNs) {
        if (timeoutNs > 0) {
            timeouts.put(pending, nowNs + timeoutNs);
        }
    }

    void retryAt(Pending pending, long atNs) {
        retries.add(new Retry(atNs, retryCount++, pending));
    }

    /** The results of a record are there. */
    void end(Pending pending) {
        timeouts.remove(pending);
    }

    /** Takes the first record whose time is over; null when there is none. */
    Pending pollTimedOut(long nowNs) {
        Iterator<Map.Entry<Pending, Long>> all = timeouts.entrySet().iterator();
        if (!all.hasNext()) {
            return null;
        }
        Map.Entry<Pending, Long> first = all.next();
        if (nowNs - first.getValue() <= 0) {
            return null;
        }
        all.remove();
        return first.getKey();
    }

    /** Takes the first record that is to be asked for again; null when there is none. */
    Pending pollRetry(long nowNs) {
        Retry first;
        while ((first = retries.peek()) != null && nowNs - first.atNs > 0) {
            retries.remove();
            if (!first.pending.isComplete() && !first.pending.isTimedOut()) {
                return first.pending;
            }
        }
        return null;
    }

    boolean isEmpty() {
        return timeouts.isEmpty() && retries.isEmpty();
    }
}
