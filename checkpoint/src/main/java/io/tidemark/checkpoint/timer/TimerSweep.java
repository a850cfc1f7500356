package io.tidemark.checkpoint.timer;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Finds the later half of the timers of an order, one visit at a time, while the order changes: a cut is chosen, and a hand
 * goes over the leaves from the last one to it. It may miss some.
 */
final class TimerSweep {
    private static final int SAMPLES = 65;

    private record Place(long timestamp, long registration) implements Comparable<Place> {
        private static final Comparator<Place> IN_TIME =
                Comparator.comparingLong(Place::timestamp).thenComparingLong(Place::registration);

        @Override
        public int compareTo(Place other) {
            return IN_TIME.compare(this, other);
        }
    }

    private final TimerOrder order;
    private TimerLeaf leaf;
    /** Where the leaf's range began when the hand came to it. */
    private long leafStart;

    private int slot;
    private Place cut;

    TimerSweep(TimerOrder order) {
        this.order = order;
    }

    boolean isUnderWay() {
        return leaf != null;
    }

    /** Chooses what is to go; there are timers. */
    void begin() {
        cut = middleOf(order.leaves().middle());
        enter(order.leaves().last());
    }

    private static Place middleOf(TimerLeaf leaf) {
        Place[] sample = new Place[SAMPLES];
        int count = 0;
        double step = Math.max(1, (double) leaf.used() / SAMPLES);
        for (double at = 0; at < leaf.used() && count < SAMPLES; at += step) {
            int slot = (int) at;
            if (!leaf.isHole(slot)) {
                sample[count++] = new Place(leaf.timestamp(slot), leaf.registration(slot));
            }
        }
        Arrays.sort(sample, 0, count);
        return count == 0 ? new Place(leaf.start, 0) : sample[count / 2];
    }

    private void enter(TimerLeaf next) {
        boolean isBehindCut = next != null && (next.next == null || next.next.start > cut.timestamp);
        leaf = isBehindCut ? next : null;
        if (leaf != null) {
            leafStart = leaf.start;
            slot = leaf.used() - 1;
        }
    }

    /** The leaf of the timer that was visited. */
    TimerLeaf leaf() {
        return leaf;
    }

    /** Visits one slot; returns it when its timer is late enough to go, or -1. The caller may take the timer out. */
    int visit() {
        if (leaf.isGone) {
            // What stands there now may have been visited.
            TimerLeaf there = order.leaf(leafStart);
            enter(there == null || there.start < leafStart ? there : there.previous);
            return -1;
        }
        slot = Math.min(slot, leaf.used() - 1);
        if (slot < 0) {
            enter(leaf.previous);
            return -1;
        }
        int visited = slot--;
        return !leaf.isHole(visited) && isLate(visited) ? visited : -1;
    }

    private boolean isLate(int visited) {
        long timestamp = leaf.timestamp(visited);
        return timestamp != cut.timestamp ? timestamp > cut.timestamp : leaf.registration(visited) >= cut.registration;
    }
}
