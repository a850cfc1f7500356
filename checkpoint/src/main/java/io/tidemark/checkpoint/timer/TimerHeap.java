package io.tidemark.checkpoint.timer;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The timers of one domain by timestamp, then by registration: a heap with four children a node, and the timestamps beside
 * the entries so that most comparisons touch nothing else.
 */
final class TimerHeap {
    private static final int CHILDREN = 4;
    private static final int FIRST_CAPACITY = 16;

    /** Orders timers of equal timestamp and registration, which different subtasks may have given before a rescale. */
    private final Comparator<TimerEntry> lastResort;

    private long[] timestamps = new long[FIRST_CAPACITY];
    private TimerEntry[] entries = new TimerEntry[FIRST_CAPACITY];
    private int size;

    TimerHeap(Comparator<TimerEntry> lastResort) {
        this.lastResort = lastResort;
    }

    int size() {
        return size;
    }

    /** The timestamp of the first timer; there is one. */
    long firstTimestamp() {
        return timestamps[0];
    }

    /** The first timer; there is one. */
    TimerEntry first() {
        return entries[0];
    }

    /** The timer at an index below the size, in no order but that the last ones are late rather than early. */
    TimerEntry at(int index) {
        return entries[index];
    }

    /** Whether the first timer, if there is one, comes before all that stand at or behind the given place. */
    boolean startsBefore(long timestamp, long registration) {
        return size > 0
                && (timestamps[0] != timestamp ? timestamps[0] < timestamp : entries[0].registration < registration);
    }

    /** Gives memory back that so few timers do not need. */
    void trim() {
        if (size < entries.length / 8) {
            int capacity = Math.max(FIRST_CAPACITY, size * 2);
            entries = Arrays.copyOf(entries, capacity);
            timestamps = Arrays.copyOf(timestamps, capacity);
        }
    }

    void add(TimerEntry entry) {
        if (size == entries.length) {
            entries = Arrays.copyOf(entries, size * 2);
            timestamps = Arrays.copyOf(timestamps, size * 2);
        }
        siftUp(size++, entry);
    }

    /** Takes out a timer that is in this heap. */
    void remove(TimerEntry entry) {
        int hole = entry.heapIndex;
        TimerEntry last = entries[--size];
        entries[size] = null;
        entry.heapIndex = -1;
        if (last != entry) {
            siftDown(hole, last);
            if (last.heapIndex == hole) {
                siftUp(hole, last);
            }
        }
    }

    private void siftUp(int from, TimerEntry entry) {
        int at = from;
        while (at > 0) {
            int parent = (at - 1) / CHILDREN;
            if (!isBefore(entry, entries[parent], timestamps[parent])) {
                break;
            }
            place(at, entries[parent]);
            at = parent;
        }
        place(at, entry);
    }

    private void siftDown(int from, TimerEntry entry) {
        int at = from;
        while (true) {
            int child = at * CHILDREN + 1;
            if (child >= size) {
                break;
            }
            int end = Math.min(child + CHILDREN, size);
            int best = child;
            for (int other = child + 1; other < end; other++) {
                if (timestamps[other] < timestamps[best]
                        || (timestamps[other] == timestamps[best]
                                && isBefore(entries[other], entries[best], timestamps[best]))) {
                    best = other;
                }
            }
            if (!isBefore(entries[best], entry, entry.timestamp)) {
                break;
            }
            place(at, entries[best]);
            at = best;
        }
        place(at, entry);
    }

    private void place(int at, TimerEntry entry) {
        entries[at] = entry;
        timestamps[at] = entry.timestamp;
        entry.heapIndex = at;
    }

    private boolean isBefore(TimerEntry a, TimerEntry b, long timestampOfB) {
        if (a.timestamp != timestampOfB) {
            return a.timestamp < timestampOfB;
        }
        if (a.registration != b.registration) {
            return a.registration < b.registration;
        }
        return lastResort.compare(a, b) < 0;
    }
}
