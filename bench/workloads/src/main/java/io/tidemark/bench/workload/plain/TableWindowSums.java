package io.tidemark.bench.workload.plain;

import io.tidemark.bench.workload.Mix;
import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.TallyCounter;
import io.tidemark.bench.workload.WindowSums;
import java.util.ArrayDeque;
import java.util.Arrays;

/** A table of (key, count, sum) for each open window; tables of fired windows are used again. */
final class TableWindowSums {
    private final long keys;
    private final ArrayDeque<Table> open = new ArrayDeque<>();
    private final ArrayDeque<Table> free = new ArrayDeque<>();
    private final TallyCounter tally = new TallyCounter();

    TableWindowSums(long keys) {
        this.keys = keys;
    }

    Tally loop(long events) {
        long newestMs = Long.MIN_VALUE;
        for (long i = 0; i < events; i++) {
            long timestampMs = WindowSums.timestampMs(i);
            window(timestampMs).add(WindowSums.key(i, keys), WindowSums.value(i));
            if (timestampMs > newestMs) {
                newestMs = timestampMs;
                fire(newestMs - WindowSums.BOUND_MS - 1);
            }
        }
        fire(Long.MAX_VALUE);
        return tally.take();
    }

    private Table window(long timestampMs) {
        long startMs = Math.floorDiv(timestampMs, WindowSums.WINDOW_MS) * WindowSums.WINDOW_MS;
        for (Table table : open) {
            if (table.startMs == startMs) {
                return table;
            }
        }
        Table table = free.isEmpty() ? new Table(TableSizes.maskFor(keys)) : free.poll();
        table.startMs = startMs;
        open.add(table);
        return table;
    }

    private void fire(long watermarkMs) {
        for (int n = open.size(); n > 0; n--) {
            Table table = open.poll();
            if (table.startMs + WindowSums.WINDOW_MS - 1 <= watermarkMs) {
                table.drain(tally);
                free.add(table);
            } else {
                open.add(table);
            }
        }
    }

    /** Triples in one array, so that a look-up costs one cache miss. */
    private static final class Table {
        private final int mask;
        private final long[] slots;
        private long startMs;

        Table(int mask) {
            this.mask = mask;
            this.slots = new long[3 * (mask + 1)];
        }

        void add(long key, long value) {
            int index = (int) (Mix.mix(key) & mask);
            while (slots[index * 3 + 1] != 0 && slots[index * 3] != key) {
                index = (index + 1) & mask;
            }
            slots[index * 3] = key;
            slots[index * 3 + 1]++;
            slots[index * 3 + 2] += value;
        }

        void drain(TallyCounter tally) {
            for (int i = 0; i < slots.length; i += 3) {
                if (slots[i + 1] != 0) {
                    tally.add(WindowSums.checksum(startMs, slots[i], slots[i + 1], slots[i + 2]));
                }
            }
            Arrays.fill(slots, 0);
        }
    }
}
