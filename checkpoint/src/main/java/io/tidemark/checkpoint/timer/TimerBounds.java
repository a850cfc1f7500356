package io.tidemark.checkpoint.timer;

import io.tidemark.checkpoint.key.KeyGroupRange;
import java.util.Arrays;

/**
 * Where, in each key group, the timers of one domain begin that may be in the database only: all those before the bound of
 * their key group are in memory. The key groups that have a bound are kept in a heap, the least bound first.
 */
final class TimerBounds {
    private static final int ABSENT = -1;

    private final KeyGroupRange keyGroups;
    private long[] timestamps;
    private long[] registrations;
    private int[] heap;
    /** Where a key group is in the heap. */
    private int[] places;

    private int size;

    TimerBounds(KeyGroupRange keyGroups) {
        this.keyGroups = keyGroups;
    }

    /** Whether any key group has a bound, that is, whether any timer may be in the database only. */
    boolean isAny() {
        return size > 0;
    }

    int firstKeyGroup() {
        return keyGroups.first() + heap[0];
    }

    /** The timestamp of the least bound; there is one. */
    long firstTimestamp() {
        return timestamps[heap[0]];
    }

    /** The registration number of the least bound; there is one. */
    long firstRegistration() {
        return registrations[heap[0]];
    }

    /** Whether a timer of this timestamp may be in the database only. */
    boolean mayBeBehind(int keyGroup, long timestamp) {
        int index = keyGroup - keyGroups.first();
        return size > 0 && places[index] != ABSENT && timestamp >= timestamps[index];
    }

    /** A timer is not in memory any more, or was never brought there. */
    void include(int keyGroup, long timestamp, long registration) {
        if (places == null) {
            allocate();
        }
        int index = keyGroup - keyGroups.first();
        if (places[index] == ABSENT) {
            heap[size] = index;
            places[index] = size++;
        } else if (!isBefore(timestamp, registration, index)) {
            return;
        }
        timestamps[index] = timestamp;
        registrations[index] = registration;
        siftUp(places[index]);
    }

    private void allocate() {
        int count = keyGroups.count();
        timestamps = new long[count];
        registrations = new long[count];
        heap = new int[count];
        places = new int[count];
        Arrays.fill(places, ABSENT);
    }

    /** All timers before the given place were brought to memory, in the key group of the least bound. */
    void raiseFirst(long timestamp, long registration) {
        timestamps[heap[0]] = timestamp;
        registrations[heap[0]] = registration;
        siftDown(0);
    }

    /** All timers were brought to memory, in the key group of the least bound. */
    void liftFirst() {
        places[heap[0]] = ABSENT;
        size--;
        if (size > 0) {
            place(0, heap[size]);
            siftDown(0);
        }
    }

    private void siftUp(int from) {
        int index = heap[from];
        int at = from;
        while (at > 0 && isBefore(timestamps[index], registrations[index], heap[(at - 1) / 2])) {
            place(at, heap[(at - 1) / 2]);
            at = (at - 1) / 2;
        }
        place(at, index);
    }

    private void siftDown(int from) {
        int index = heap[from];
        int at = from;
        while (2 * at + 1 < size) {
            int child = 2 * at + 1;
            if (child + 1 < size
                    && isBefore(timestamps[heap[child + 1]], registrations[heap[child + 1]], heap[child])) {
                child++;
            }
            if (!isBefore(timestamps[heap[child]], registrations[heap[child]], index)) {
                break;
            }
            place(at, heap[child]);
            at = child;
        }
        place(at, index);
    }

    private void place(int at, int index) {
        heap[at] = index;
        places[index] = at;
    }

    private boolean isBefore(long timestamp, long registration, int index) {
        return timestamp != timestamps[index] ? timestamp < timestamps[index] : registration < registrations[index];
    }
}
