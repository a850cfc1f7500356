package io.tidemark.worker.join;

import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.TimeWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * What is kept of one of the two streams: a table of records by key for each stretch of time, dropped whole when no partner can
 * come any more for any of its records. So nothing has to be remembered, or timed, for a single record.
 */
final class JoinSide {
    private final String name;
    private final TypeSerializer<?> records;
    private final long stretchMs;
    private final long keepMs;

    private NamespacedState<TimeWindow, Object> table;

    /** Stretches that may have records, by start. All are of one length, unless the bounds of the join have changed. */
    private final List<TimeWindow> stretches = new ArrayList<>();

    private long longestMs;

    /**
     * @param name of its state in snapshots
     * @param records serializer of its records
     * @param stretchMs length of a stretch
     * @param keepMs how long after a record's time the last partner's time may be; may be negative
     */
    JoinSide(String name, TypeSerializer<?> records, long stretchMs, long keepMs) {
        this.name = name;
        this.records = records;
        this.stretchMs = stretchMs;
        this.keepMs = keepMs;
        this.longestMs = stretchMs;
    }

    void open(OperatorContext context) {
        table = context.keyedState().namespaced(name, TimeWindow.serializer(), new TimedRecordsSerializer(records));
        // Several subtasks may have had a stretch.
        TreeSet<TimeWindow> distinct = new TreeSet<>(JoinSide::compare);
        distinct.addAll(context.restoredState(name, TimeWindow.serializer()));
        stretches.addAll(distinct);
        distinct.forEach(stretch -> longestMs = Math.max(longestMs, length(stretch)));
    }

    private static int compare(TimeWindow a, TimeWindow b) {
        int byStart = Long.compare(a.getStart(), b.getStart());
        return byStart != 0 ? byStart : Long.compare(a.getEnd(), b.getEnd());
    }

    /** The last time in a stretch; one that ends with time itself has the very last. */
    private static long last(TimeWindow stretch) {
        return stretch.getEnd() == Long.MAX_VALUE ? Long.MAX_VALUE : stretch.maxTimestamp();
    }

    private static long length(TimeWindow stretch) {
        return EventTimeMath.minus(stretch.getEnd(), stretch.getStart());
    }

    void snapshot(OperatorStateWriter writer) {
        writer.put(name, StateSharing.MERGE, TimeWindow.serializer(), stretches);
    }

    /** Whether a partner of a record of this time may come when event time is there. */
    boolean mayMeet(long timestamp, long watermark) {
        return EventTimeMath.plus(timestamp, keepMs) > watermark;
    }

    /** Keeps a record of the current key. */
    void add(Object record, long timestamp) {
        TimeWindow stretch = stretchAt(timestamp);
        Object before = table.get(stretch);
        TimedRecords present = before == null ? new TimedRecords() : TimedRecordsSerializer.read(before);
        present.add(record, timestamp);
        table.put(stretch, present);
    }

    private TimeWindow stretchAt(long timestamp) {
        for (int i = stretches.size() - 1; i >= 0 && i >= stretches.size() - 2; i--) {
            TimeWindow recent = stretches.get(i);
            if (timestamp >= recent.getStart() && timestamp <= last(recent)) {
                return recent;
            }
        }
        TimeWindow stretch = TimeWindow.containing(timestamp, 0, stretchMs);
        int index = firstFrom(stretch.getStart());
        for (int i = index; i < stretches.size() && stretches.get(i).getStart() == stretch.getStart(); i++) {
            if (stretches.get(i).equals(stretch)) {
                return stretches.get(i);
            }
        }
        stretches.add(index, stretch);
        return stretch;
    }

    /** The index of the first stretch that does not start before {@code start}; as many as there are when there is none. */
    private int firstFrom(long start) {
        int low = 0;
        int high = stretches.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (stretches.get(middle).getStart() < start) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** The index of the first stretch that may have a record of {@code from} or later. */
    int firstMeeting(long from) {
        // One that begins with time itself is shorter than the others.
        return from < Long.MIN_VALUE + longestMs ? 0 : firstFrom(from - longestMs + 1);
    }

    /** Whether there is a stretch of this index, and it begins at {@code to} or before. */
    boolean isMeeting(int index, long to) {
        return index < stretches.size() && stretches.get(index).getStart() <= to;
    }

    /** The records of the current key in a stretch; null for none. */
    TimedRecords recordsIn(int index) {
        return TimedRecordsSerializer.read(table.get(stretches.get(index)));
    }

    /** Tells the table which keys will be looked up in a stretch. */
    void expect(int index, int[] keyHashes, int count) {
        table.expect(stretches.get(index), keyHashes, count);
    }

    /** Drops the stretches whose records nothing can meet any more; looks at one more than these, as a rule. */
    void advance(long watermark) {
        for (int i = 0; i < stretches.size() && !mayMeet(stretches.get(i).getStart(), watermark); ) {
            TimeWindow stretch = stretches.get(i);
            if (mayMeet(last(stretch), watermark)) {
                i++;
            } else {
                table.drop(stretch);
                stretches.remove(i);
            }
        }
    }
}
