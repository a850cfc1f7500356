package io.tidemark.bench.workload.plain;

import io.tidemark.bench.workload.SlidingSums;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.TallyCounter;
import io.tidemark.bench.workload.WindowSums;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** A map by key for each second, and one of what the window has: seconds are added to it, and subtracted when they leave. */
final class MapSlidingSums {
    private static final class CountAndSum {
        private long count;
        private long sum;
    }

    private record Second(long startMs, Map<Long, CountAndSum> sums) {}

    private final long keys;
    private final long sizeMs;
    private final TreeMap<Long, Second> open = new TreeMap<>();
    private final ArrayDeque<Second> inWindow = new ArrayDeque<>();
    private final Map<Long, CountAndSum> window = new HashMap<>();
    private final TallyCounter tally = new TallyCounter();

    MapSlidingSums(long keys, long sizeMs) {
        this.keys = keys;
        this.sizeMs = sizeMs;
    }

    Tally loop(long events) {
        long newestMs = Long.MIN_VALUE;
        for (long i = 0; i < events; i++) {
            long timestampMs = SlidingSums.timestampMs(i);
            long startMs = Math.floorDiv(timestampMs, SlidingSums.SLIDE_MS) * SlidingSums.SLIDE_MS;
            CountAndSum sums = open.computeIfAbsent(startMs, start -> new Second(start, new HashMap<>()))
                    .sums
                    .computeIfAbsent(WindowSums.key(i, keys), key -> new CountAndSum());
            sums.count++;
            sums.sum += WindowSums.value(i);
            if (timestampMs > newestMs) {
                newestMs = timestampMs;
                while (!open.isEmpty() && open.firstKey() + SlidingSums.SLIDE_MS <= newestMs - WindowSums.BOUND_MS) {
                    add(open.pollFirstEntry().getValue());
                }
            }
        }
        while (!open.isEmpty()) {
            add(open.pollFirstEntry().getValue());
        }
        long endMs = inWindow.isEmpty() ? 0 : inWindow.peekLast().startMs + 2 * SlidingSums.SLIDE_MS;
        for (; !inWindow.isEmpty(); endMs += SlidingSums.SLIDE_MS) {
            fire(endMs);
        }
        return tally.take();
    }

    private void add(Second second) {
        while (!inWindow.isEmpty() && inWindow.peekLast().startMs + SlidingSums.SLIDE_MS < second.startMs) {
            inWindow.add(new Second(inWindow.peekLast().startMs + SlidingSums.SLIDE_MS, Map.of()));
            fire(inWindow.peekLast().startMs + SlidingSums.SLIDE_MS);
        }
        second.sums.forEach((key, sums) -> {
            CountAndSum all = window.computeIfAbsent(key, missing -> new CountAndSum());
            all.count += sums.count;
            all.sum += sums.sum;
        });
        inWindow.add(second);
        fire(second.startMs + SlidingSums.SLIDE_MS);
    }

    /** The window with this end, then without the second that the next one does not have. */
    private void fire(long endMs) {
        long startMs = endMs - sizeMs;
        window.forEach((key, sums) -> tally.add(WindowSums.checksum(startMs, key, sums.count, sums.sum)));
        if (!inWindow.isEmpty() && inWindow.peek().startMs == startMs) {
            inWindow.poll().sums.forEach((key, sums) -> {
                CountAndSum all = window.get(key);
                all.count -= sums.count;
                all.sum -= sums.sum;
                if (all.count == 0) {
                    window.remove(key);
                }
            });
        }
    }
}
