package io.tidemark.checkpoint.timer;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Finds the later half of the timers of a heap, one visit at a time, while the heap changes: a cut is chosen by a sample, and
 * a hand goes over the heap from its end, where late timers are. It may miss some.
 */
final class TimerSweep {
    private static final int SAMPLES = 65;
    private static final Comparator<TimerEntry> IN_TIME = Comparator.<TimerEntry>comparingLong(entry -> entry.timestamp)
            .thenComparingLong(entry -> entry.registration);

    private final TimerHeap heap;
    private final TimerEntry[] sample = new TimerEntry[SAMPLES];
    private int hand = -1;
    /** Whether timers that were set since the sweep began may be at the end of the heap. */
    private boolean looksAtEnd;

    private int sizeAtLastVisit;
    private int offset;
    private long cutTimestamp;
    private long cutRegistration;

    TimerSweep(TimerHeap heap) {
        this.heap = heap;
    }

    boolean isUnderWay() {
        return hand >= 0;
    }

    /** Chooses what is to go. */
    void begin() {
        int count = Math.min(SAMPLES, heap.size());
        // Another part of the heap each time, so that no pattern in it fools the sample for good.
        offset++;
        for (int i = 0; i < count; i++) {
            sample[i] = heap.at((int) (((long) i * heap.size() / count + offset) % heap.size()));
        }
        Arrays.sort(sample, 0, count, IN_TIME);
        cutTimestamp = sample[count / 2].timestamp;
        cutRegistration = sample[count / 2].registration;
        Arrays.fill(sample, null);
        hand = heap.size() - 1;
        looksAtEnd = false;
    }

    /** The heap has changed since the last visit. */
    void resume() {
        looksAtEnd = true;
        sizeAtLastVisit = -1;
    }

    /** Visits one timer; returns it when it is late enough to go, or null. The caller may take it out of the heap. */
    TimerEntry visit() {
        if (looksAtEnd) {
            int end = heap.size() - 1;
            if (end > hand && end != sizeAtLastVisit) {
                sizeAtLastVisit = end;
                TimerEntry last = heap.at(end);
                if (isLate(last)) {
                    return last;
                }
            }
            looksAtEnd = false;
        }
        hand = Math.min(hand, heap.size() - 1);
        if (hand < 0) {
            return null;
        }
        TimerEntry entry = heap.at(hand--);
        return isLate(entry) ? entry : null;
    }

    private boolean isLate(TimerEntry entry) {
        return entry.timestamp != cutTimestamp ? entry.timestamp > cutTimestamp : entry.registration >= cutRegistration;
    }
}
