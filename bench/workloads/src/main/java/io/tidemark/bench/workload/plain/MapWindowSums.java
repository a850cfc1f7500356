package io.tidemark.bench.workload.plain;

import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.TallyCounter;
import io.tidemark.bench.workload.WindowSums;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/** A map by key for each open window. */
final class MapWindowSums {
    private static final class CountAndSum {
        private long count;
        private long sum;
    }

    private record Window(long startMs, Map<Long, CountAndSum> sums) {}

    private final long keys;
    private final ArrayDeque<Window> open = new ArrayDeque<>();
    private final TallyCounter tally = new TallyCounter();

    MapWindowSums(long keys) {
        this.keys = keys;
    }

    Tally loop(long events) {
        long newestMs = Long.MIN_VALUE;
        for (long i = 0; i < events; i++) {
            long timestampMs = WindowSums.timestampMs(i);
            CountAndSum sums =
                    window(timestampMs).sums.computeIfAbsent(WindowSums.key(i, keys), key -> new CountAndSum());
            sums.count++;
            sums.sum += WindowSums.value(i);
            if (timestampMs > newestMs) {
                newestMs = timestampMs;
                fire(newestMs - WindowSums.BOUND_MS - 1);
            }
        }
        fire(Long.MAX_VALUE);
        return tally.take();
    }

    private Window window(long timestampMs) {
        long startMs = Math.floorDiv(timestampMs, WindowSums.WINDOW_MS) * WindowSums.WINDOW_MS;
        for (Window window : open) {
            if (window.startMs == startMs) {
                return window;
            }
        }
        Window window = new Window(startMs, new HashMap<>());
        open.add(window);
        return window;
    }

    private void fire(long watermarkMs) {
        for (int n = open.size(); n > 0; n--) {
            Window window = open.poll();
            if (window.startMs + WindowSums.WINDOW_MS - 1 <= watermarkMs) {
                window.sums.forEach(
                        (key, sums) -> tally.add(WindowSums.checksum(window.startMs, key, sums.count, sums.sum)));
            } else {
                open.add(window);
            }
        }
    }
}
