package io.tidemark.worker.advice;

import io.tidemark.api.eventtime.TimestampAssigner;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Sees the timestamps of an input once, in the order in which they come, and says what each of several delays of the watermark
 * would have come to.
 *
 * <p>It can do all delays at once because they share their <em>lead</em>: the newest timestamp at the last emission. When the
 * watermark is emitted depends on how far timestamps have gone on and not on the delay, so the watermark of a delay is the
 * lead less the delay. A row that is so much behind the lead is late for every delay up to that, and one whose last window
 * ended so much before it is dropped for every delay up to that. A row that is not behind costs a comparison.
 *
 * <p>One thread. Windows that are still waited for with some delay are kept.
 */
public final class DelayProfile {
    private static final long NONE = Long.MIN_VALUE;

    /** A window and the first of the delays with which it has not fired. */
    private record Open(long start, int delay, long firesAt, long dueLead) {}

    private final long[] delaysMs;
    private final long intervalMs;
    private final WindowShape windows;

    /** At the index of the largest delay with which a row is late, or dropped, the number of such rows. */
    private final long[] late;

    private final long[] dropped;
    private final long[] fired;
    private final long[] waitMs;
    private final PriorityQueue<Open> open = new PriorityQueue<>((a, b) -> Long.compare(a.dueLead, b.dueLead));
    private final Set<Long> openStarts = new HashSet<>();

    private long lead = NONE;
    private long newest = NONE;
    private long rows;
    private long rowsWithoutTimestamp;
    private long inNoWindow;
    private long largestLag = -1;
    private long largestMiss = -1;

    /**
     * @param delaysMs none of them negative
     * @param intervalMs the watermark is emitted after a row when it is by more than this above the last one
     * @throws IllegalArgumentException when there is no delay, or something is negative
     */
    public DelayProfile(List<Long> delaysMs, long intervalMs, WindowShape windows) {
        this.delaysMs =
                delaysMs.stream().mapToLong(Long::longValue).sorted().distinct().toArray();
        if (this.delaysMs.length == 0 || this.delaysMs[0] < 0 || intervalMs < 0) {
            throw new IllegalArgumentException(
                    "delays and the interval must be 0 or more: " + delaysMs + ", " + intervalMs + " ms");
        }
        this.intervalMs = intervalMs;
        this.windows = windows;
        int count = this.delaysMs.length;
        late = new long[count];
        dropped = new long[count];
        fired = new long[count];
        waitMs = new long[count];
    }

    /** The next row of an input that is read by one reader in one sequence. */
    public void add(long timestamp) {
        addBehind(timestamp);
        if (timestamp > newest) {
            newest = timestamp;
            // Without overflow: a lead that is there is below the newest.
            if (lead == NONE || newest - lead > intervalMs || newest - lead < 0) {
                moveLead(newest);
            }
        }
    }

    /**
     * The next row of a reader that has several sequences.
     *
     * @param leadMs the least of the newest timestamps of its sequences before this row; {@link Long#MIN_VALUE} while one has
     *     had none
     */
    public void add(long timestamp, long leadMs) {
        if (leadMs != NONE && (lead == NONE || leadMs - lead > intervalMs)) {
            moveLead(leadMs);
        }
        addBehind(timestamp);
    }

    private void addBehind(long timestamp) {
        if (timestamp == TimestampAssigner.NO_TIMESTAMP) {
            rowsWithoutTimestamp++;
            return;
        }
        rows++;
        if (lead != NONE && lead >= timestamp) {
            long lag = lead - timestamp;
            largestLag = Math.max(largestLag, lag);
            count(late, lag);
        }
        addToWindows(timestamp);
    }

    /** For all delays up to this. */
    private void count(long[] counts, long lag) {
        int index = indexOfLargestUpTo(lag);
        if (index >= 0) {
            counts[index]++;
        }
    }

    /** -1 when even the first is larger. */
    private int indexOfLargestUpTo(long lag) {
        int found = Arrays.binarySearch(delaysMs, lag);
        return found >= 0 ? found : -found - 2;
    }

    private void addToWindows(long timestamp) {
        long last = windows.lastStart(timestamp);
        if (!windows.contains(last, timestamp)) {
            inNoWindow++;
            return;
        }
        long lastFiresAt = windows.firesAt(last);
        if (lead != NONE && lead >= lastFiresAt) {
            long miss = lead - lastFiresAt;
            largestMiss = Math.max(largestMiss, miss);
            count(dropped, miss);
        }
        for (long start = last; windows.contains(start, timestamp); start -= windows.slideMs()) {
            openWindow(start);
        }
    }

    private void openWindow(long start) {
        if (openStarts.contains(start)) {
            return;
        }
        long firesAt = windows.firesAt(start);
        // With smaller delays it has fired, or was never there.
        int first = lead == NONE || lead < firesAt ? 0 : indexOfLargestUpTo(lead - firesAt) + 1;
        if (first < delaysMs.length) {
            openStarts.add(start);
            open.add(new Open(start, first, firesAt, firesAt + delaysMs[first]));
        }
    }

    private void moveLead(long to) {
        lead = to;
        while (!open.isEmpty() && open.peek().dueLead <= lead) {
            Open due = open.remove();
            fired[due.delay]++;
            waitMs[due.delay] += lead - due.firesAt;
            int next = due.delay + 1;
            if (next < delaysMs.length) {
                open.add(new Open(due.start, next, due.firesAt, due.firesAt + delaysMs[next]));
            } else {
                openStarts.remove(due.start);
            }
        }
    }

    /** Of what was seen so far. */
    public DelayAdvice advice() {
        List<DelayOutcome> outcomes = new ArrayList<>();
        long lateRows = 0;
        long droppedRows = 0;
        for (int i = delaysMs.length - 1; i >= 0; i--) {
            lateRows += late[i];
            droppedRows += dropped[i];
            outcomes.add(0, new DelayOutcome(delaysMs[i], lateRows, droppedRows, fired[i], waitMs[i]));
        }
        return new DelayAdvice(rows, rowsWithoutTimestamp, inNoWindow, largestLag + 1, largestMiss + 1, outcomes);
    }
}
