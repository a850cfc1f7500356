package io.tidemark.bench.workload.plain;

import io.tidemark.bench.workload.RunningCount;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.TallyCounter;
import java.util.HashMap;
import java.util.Map;

/** Counts in a map; a count is changed in place, so that an event costs one look-up. */
final class MapRunningCount {
    private static final class Count {
        private long count;
    }

    private MapRunningCount() {}

    static Tally loop(long events, long keys) {
        Map<Long, Count> counts = new HashMap<>();
        TallyCounter tally = new TallyCounter();
        for (long i = 0; i < events; i++) {
            Long key = RunningCount.key(i, keys);
            Count count = counts.computeIfAbsent(key, k -> new Count());
            count.count++;
            tally.add(RunningCount.checksum(key, count.count));
        }
        return tally.take();
    }
}
