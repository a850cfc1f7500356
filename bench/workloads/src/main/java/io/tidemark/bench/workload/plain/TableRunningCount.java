package io.tidemark.bench.workload.plain;

import io.tidemark.bench.workload.Mix;
import io.tidemark.bench.workload.RunningCount;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.TallyCounter;

/** (key, count) pairs in one array, so that a look-up costs one cache miss. */
final class TableRunningCount {
    private TableRunningCount() {}

    static Tally loop(long events, long keys) {
        int mask = TableSizes.maskFor(keys);
        long[] slots = new long[2 * (mask + 1)];
        TallyCounter tally = new TallyCounter();
        for (long i = 0; i < events; i++) {
            long key = RunningCount.key(i, keys);
            int index = (int) (Mix.mix(key) & mask);
            while (slots[index * 2 + 1] != 0 && slots[index * 2] != key) {
                index = (index + 1) & mask;
            }
            slots[index * 2] = key;
            tally.add(RunningCount.checksum(key, ++slots[index * 2 + 1]));
        }
        return tally.take();
    }
}
