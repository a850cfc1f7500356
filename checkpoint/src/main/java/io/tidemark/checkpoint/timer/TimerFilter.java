package io.tidemark.checkpoint.timer;

import java.util.ArrayList;
import java.util.List;

/**
 * Which timers may be in the database only, by their hashes: a set that may say yes where it should say no, about once in ten
 * thousand times, and never the other way. Two to four bytes a timer.
 *
 * <p>A list of cuckoo filters, each twice as large as the one before: buckets of four fingerprints, and two buckets in which
 * that of a timer may be, of which either can be computed from the other and the fingerprint. Of the task's thread.
 */
final class TimerFilter {
    private static final int FIRST_BUCKETS = 1 << 6;
    private static final int MAX_BUCKETS = 1 << 26;

    private final List<Part> parts = new ArrayList<>();
    private boolean isGivenUp;
    private long bytes;

    private static final class Part {
        private static final int PER_BUCKET = 4;
        /** After so many moves it counts as full. */
        private static final int MAX_MOVES = 200;

        private final short[] prints;
        private final int mask;
        private int size;
        /** A fingerprint that found no room, with one of its buckets; 0 for none. */
        private short homeless;

        private int homelessBucket;
        private int turn;

        Part(int buckets) {
            prints = new short[buckets * PER_BUCKET];
            mask = buckets - 1;
        }

        long bytes() {
            return (long) Short.BYTES * prints.length;
        }

        boolean isFull() {
            return homeless != 0;
        }

        /** The other bucket of a fingerprint; of that one the result is the given one. */
        private int other(int bucket, short print) {
            return (bucket ^ ((print & 0xFFFF) * 0x5BD1E995)) & mask;
        }

        void add(int bucket, short print) {
            size++;
            int at = bucket & mask;
            if (putInto(at, print) || putInto(other(at, print), print)) {
                return;
            }
            short moving = print;
            for (int moves = 0; moves < MAX_MOVES; moves++) {
                int victim = at * PER_BUCKET + (turn++ & (PER_BUCKET - 1));
                short moved = prints[victim];
                prints[victim] = moving;
                moving = moved;
                at = other(at, moving);
                if (putInto(at, moving)) {
                    return;
                }
            }
            homeless = moving;
            homelessBucket = at;
        }

        private boolean putInto(int bucket, short print) {
            int at = find(bucket, (short) 0);
            if (at >= 0) {
                prints[at] = print;
            }
            return at >= 0;
        }

        private int find(int bucket, short print) {
            for (int at = bucket * PER_BUCKET; at < (bucket + 1) * PER_BUCKET; at++) {
                if (prints[at] == print) {
                    return at;
                }
            }
            return -1;
        }

        boolean holds(int bucket, short print) {
            int at = bucket & mask;
            int second = other(at, print);
            return find(at, print) >= 0 || find(second, print) >= 0 || isHomeless(at, second, print);
        }

        private boolean isHomeless(int bucket, int second, short print) {
            return homeless == print && (homelessBucket == bucket || homelessBucket == second);
        }

        boolean remove(int bucket, short print) {
            int at = bucket & mask;
            int second = other(at, print);
            if (isHomeless(at, second, print)) {
                homeless = 0;
                size--;
                return true;
            }
            int found = find(at, print);
            found = found >= 0 ? found : find(second, print);
            if (found < 0) {
                return false;
            }
            prints[found] = 0;
            size--;
            if (homeless != 0
                    && (putInto(homelessBucket, homeless) || putInto(other(homelessBucket, homeless), homeless))) {
                homeless = 0;
            }
            return true;
        }
    }

    private static int spread(int hash) {
        int h = hash * 0x9E3779B1;
        return h ^ (h >>> 15);
    }

    /** Never 0, which means that a place is free. */
    private static short print(int hash) {
        short print = (short) ((hash * 0x2C1B3C6D) >>> Short.SIZE);
        return print == 0 ? 1 : print;
    }

    /** A timer is in the database only. */
    void add(int hash) {
        if (isGivenUp) {
            return;
        }
        Part last = parts.isEmpty() ? null : parts.get(parts.size() - 1);
        if (last != null && last.isFull() && last.size < last.prints.length / 2) {
            // Many timers have the same hash: they would make part after part.
            giveUp();
            return;
        }
        if (last == null || last.isFull()) {
            int buckets = last == null ? FIRST_BUCKETS : Math.min(MAX_BUCKETS, (last.mask + 1) * 2);
            last = new Part(buckets);
            parts.add(last);
            bytes += last.bytes();
        }
        last.add(spread(hash), print(hash));
    }

    /** A timer that was added is in memory again, or removed. */
    void remove(int hash) {
        if (isGivenUp) {
            return;
        }
        for (int i = parts.size() - 1; i >= 0; i--) {
            Part part = parts.get(i);
            if (part.remove(spread(hash), print(hash))) {
                if (part.size == 0) {
                    parts.remove(i);
                    bytes -= part.bytes();
                }
                return;
            }
        }
        throw new IllegalStateException("a timer came back that had not left");
    }

    /** Whether a timer may be in the database only; when not, it is certain. */
    boolean mayHold(int hash) {
        if (isGivenUp) {
            return true;
        }
        int bucket = spread(hash);
        short print = print(hash);
        for (int i = parts.size() - 1; i >= 0; i--) {
            if (parts.get(i).holds(bucket, print)) {
                return true;
            }
        }
        return false;
    }

    /** It does not know of all timers, and says yes to everything until it is cleared. */
    void giveUp() {
        clear();
        isGivenUp = true;
    }

    /** There is no timer any more that is in the database only. */
    void clear() {
        parts.clear();
        bytes = 0;
        isGivenUp = false;
    }

    /** What it takes of the heap. */
    long bytes() {
        return bytes;
    }
}
