package io.tidemark.checkpoint.timer;

import io.tidemark.api.type.TypeSerializer;
import java.util.Comparator;

/**
 * The timers of one domain that are in memory: leaves, each with the timers of a range of time. A timer is put into the leaf of
 * its time without further order; only the first leaf is put in the order in which its timers are due.
 *
 * <p>Timers that are set nearly in the order of their time cost a few steps each, whatever their number; others a search for
 * the leaf. A leaf that is full is divided in two; one that has lost most of its timers is joined with a neighbour.
 */
final class TimerOrder {
    static final int SEGMENT_SHIFT = 9;
    private static final int BLOCK_SIZE = 256;

    private final TimerDomain domain;
    private final int segmentShift;
    private final int segmentSlots;
    private final TimerJournal journal;
    private final TypeSerializer<Object> keySerializer;
    private final Comparator<TimerEntry> lastResort;
    private final TimerDirectory leaves;
    private int size;

    /**
     * @param segmentShift timers are kept by two to the power of this together
     * @param lastResort orders timers of equal timestamp and registration
     */
    TimerOrder(
            TimerDomain domain,
            int segmentShift,
            TimerJournal journal,
            TypeSerializer<Object> keySerializer,
            Comparator<TimerEntry> lastResort) {
        this.domain = domain;
        this.segmentShift = segmentShift;
        this.segmentSlots = 1 << segmentShift;
        this.journal = journal;
        this.keySerializer = keySerializer;
        this.lastResort = lastResort;
        this.leaves = new TimerDirectory(Math.min(BLOCK_SIZE, segmentSlots));
    }

    int size() {
        return size;
    }

    TimerDirectory leaves() {
        return leaves;
    }

    /** The leaf that would have the timers of a timestamp; null when there is none. */
    TimerLeaf leaf(long timestamp) {
        return leaves.find(timestamp);
    }

    /** Adds a timer that is not there. */
    void add(
            TimerLeaf of,
            TimerGroup group,
            Object key,
            int keyHash,
            Object namespace,
            long timestamp,
            long registration,
            int hash,
            int epoch) {
        TimerLeaf leaf = of;
        if (leaf == null) {
            leaf = newLeaf(Long.MIN_VALUE, TimerSegment.slotsFor(1, segmentSlots));
            leaves.insert(leaf);
        } else if (leaf.isFull(timestamp)) {
            leaf = roomFor(leaf, timestamp);
        }
        leaf.add(group, key, keyHash, namespace, timestamp, registration, hash, epoch);
        size++;
    }

    private TimerLeaf newLeaf(long start, int slots) {
        return new TimerLeaf(domain, start, segmentShift, slots, journal, keySerializer, lastResort);
    }

    /** A leaf that takes a timer of a timestamp, which belongs to one that is full for it. */
    private TimerLeaf roomFor(TimerLeaf full, long timestamp) {
        if (full.size() <= full.used() / 4 * 3) {
            full.compact();
            if (!full.isFull(timestamp)) {
                return full;
            }
        }
        if (timestamp > full.greatest()) {
            TimerLeaf later = newLeaf(full.greatest() + 1, segmentSlots);
            leaves.insert(later);
            return later;
        }
        if (timestamp < full.least()) {
            TimerLeaf later = newLeaf(full.least(), segmentSlots);
            leaves.insert(later);
            full.handOver(later);
            return full;
        }
        long middle = full.least() == full.greatest() ? Long.MIN_VALUE : full.middle();
        if (middle == Long.MIN_VALUE) {
            // All have one timestamp, which may not have been this one.
            return timestamp == full.least() ? full : roomFor(full, timestamp);
        }
        TimerLeaf later = newLeaf(middle, segmentSlots);
        leaves.insert(later);
        full.split(later);
        TimerLeaf half = timestamp < middle ? full : later;
        return half.isFull(timestamp) ? roomFor(half, timestamp) : half;
    }

    /** Takes a timer out of its leaf. */
    void removeAt(TimerLeaf leaf, int slot) {
        leaf.removeAt(slot);
        size--;
        if (leaf.size() == 0) {
            drop(leaf);
        } else if (leaf.isSparse()) {
            shrink(leaf);
        }
    }

    /** Takes the first timer out. The leaf is soon empty, so it is not made smaller, unless it is huge. */
    void removeFirst(int slot) {
        TimerLeaf leaf = leaves.first();
        leaf.removeAt(slot);
        size--;
        if (leaf.size() == 0) {
            drop(leaf);
        } else if (leaf.used() > segmentSlots && leaf.isSparse()) {
            leaf.compact();
        }
    }

    private void drop(TimerLeaf leaf) {
        leaf.abandon();
        leaves.remove(leaf);
    }

    private void shrink(TimerLeaf leaf) {
        leaf.compact();
        if (leaf.size() <= segmentSlots / 8) {
            if (leaf.previous != null && fits(leaf, leaf.previous)) {
                join(leaf.previous, leaf);
            } else if (leaf.next != null && fits(leaf, leaf.next)) {
                join(leaf, leaf.next);
            }
        }
    }

    private boolean fits(TimerLeaf small, TimerLeaf neighbour) {
        return neighbour.size() <= segmentSlots / 2 && neighbour.used() + small.size() <= segmentSlots;
    }

    private void join(TimerLeaf leaf, TimerLeaf later) {
        // Out of the directory first: from then on what moves belongs to the other.
        drop(later);
        later.moveTo(leaf);
    }

    /** The first leaf, which has the first timer; null when there is no timer. */
    TimerLeaf first() {
        return leaves.first();
    }

    /** The timestamp of the first timer; there is one. */
    long firstTimestamp() {
        TimerLeaf leaf = leaves.first();
        return leaf.timestamp(leaf.first());
    }

    boolean isDue(long time) {
        return size > 0 && firstTimestamp() <= time;
    }

    /** Whether the first timer, if there is one, comes before all that stand at or behind the given place. */
    boolean startsBefore(long timestamp, long registration) {
        if (size == 0) {
            return false;
        }
        TimerLeaf leaf = leaves.first();
        int slot = leaf.first();
        return leaf.timestamp(slot) != timestamp
                ? leaf.timestamp(slot) < timestamp
                : leaf.registration(slot) < registration;
    }
}
