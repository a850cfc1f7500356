package io.tidemark.bench.state;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** How many events a job of this process has counted, and what they add up to. Each counter has one writer; any thread reads. */
final class Progress {
    private static final int PUBLISH_EVERY = 256;

    private static final List<Counter> COUNTERS = new CopyOnWriteArrayList<>();
    private static final AtomicLong SUM = new AtomicLong();

    private Progress() {}

    static void reset() {
        COUNTERS.clear();
        SUM.set(0);
    }

    static Counter counter() {
        Counter counter = new Counter();
        COUNTERS.add(counter);
        return counter;
    }

    static long events() {
        return COUNTERS.stream().mapToLong(counter -> counter.published).sum();
    }

    static void addToSum(long part) {
        SUM.addAndGet(part);
    }

    static long sum() {
        return SUM.get();
    }

    /** The events of one subtask. */
    static final class Counter {
        private volatile long published;
        private long count;

        void increment() {
            if (++count % PUBLISH_EVERY == 0) {
                published = count;
            }
        }
    }
}
