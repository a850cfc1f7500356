package io.tidemark.bench;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * The same work written by hand: one thread, one open-addressing table of primitives per open window.
 * The limit to compare with, not a straw man.
 */
public final class PlainLoop {

    /** What a run produced. */
    public record Result(long results, long checksum) {}

    private final ArrayDeque<Table> open = new ArrayDeque<>();
    private final ArrayDeque<Table> free = new ArrayDeque<>();
    private long nextWindowStartMs;
    private long results;
    private long checksum;

    public static Result run(long events) {
        return new PlainLoop().loop(events);
    }

    private Result loop(long events) {
        long maxTimestampMs = Long.MIN_VALUE;
        for (long i = 0; i < events; i++) {
            long timestampMs = KeyedSumWorkload.timestampMs(i);
            window(timestampMs).add(KeyedSumWorkload.key(i), KeyedSumWorkload.value(i));
            if (timestampMs > maxTimestampMs) {
                maxTimestampMs = timestampMs;
                fire(maxTimestampMs - KeyedSumWorkload.BOUND_MS - 1);
            }
        }
        fire(Long.MAX_VALUE);
        return new Result(results, checksum);
    }

    private Table window(long timestampMs) {
        long start = Math.floorDiv(timestampMs, KeyedSumWorkload.WINDOW_MS) * KeyedSumWorkload.WINDOW_MS;
        for (Table table : open) {
            if (table.startMs == start) {
                return table;
            }
        }
        if (open.isEmpty()) {
            nextWindowStartMs = start;
        }
        Table table = free.isEmpty() ? new Table() : free.poll();
        table.startMs = start;
        nextWindowStartMs = Math.min(nextWindowStartMs, start);
        open.add(table);
        return table;
    }

    private void fire(long watermark) {
        if (open.isEmpty() || nextWindowStartMs + KeyedSumWorkload.WINDOW_MS - 1 > watermark) {
            return;
        }
        nextWindowStartMs = Long.MAX_VALUE;
        for (int n = open.size(); n > 0; n--) {
            Table table = open.poll();
            if (table.startMs + KeyedSumWorkload.WINDOW_MS - 1 <= watermark) {
                table.drain(this);
                free.add(table);
            } else {
                nextWindowStartMs = Math.min(nextWindowStartMs, table.startMs);
                open.add(table);
            }
        }
    }

    private void emit(long startMs, long key, long count, long sum) {
        results++;
        checksum += KeyedSumWorkload.checksum(startMs, key, count, sum);
    }

    /** (key, count, sum) triples in one array, so that a look-up costs one cache miss. */
    private static final class Table {
        private long startMs;
        private int size;
        private int mask = (1 << 18) - 1;
        private long[] slots = new long[3 << 18];

        void add(long key, long value) {
            int slot = find(key);
            if (slots[slot + 1] == 0) {
                slots[slot] = key;
                if (++size * 2 > mask) {
                    grow();
                    slot = find(key);
                    slots[slot] = key;
                }
            }
            slots[slot + 1]++;
            slots[slot + 2] += value;
        }

        private int find(long key) {
            int index = (int) (KeyedSumWorkload.mix(key) & mask);
            while (slots[index * 3 + 1] != 0 && slots[index * 3] != key) {
                index = (index + 1) & mask;
            }
            return index * 3;
        }

        private void grow() {
            long[] old = slots;
            mask = mask * 2 + 1;
            slots = new long[(mask + 1) * 3];
            for (int i = 0; i < old.length; i += 3) {
                if (old[i + 1] != 0) {
                    System.arraycopy(old, i, slots, find(old[i]), 3);
                }
            }
        }

        void drain(PlainLoop loop) {
            for (int i = 0; i < slots.length; i += 3) {
                if (slots[i + 1] != 0) {
                    loop.emit(startMs, slots[i], slots[i + 1], slots[i + 2]);
                }
            }
            Arrays.fill(slots, 0);
            size = 0;
        }
    }
}
