package io.tidemark.worker.join;

import java.util.Arrays;

/**
 * Records in the order of their times, those of equal time by arrival. The first two are fields of the object, as most keys have
 * no more in a stretch of time: what is looked up by key is then one place in memory and not four, one behind the other.
 */
final class TimedRecords {
    private static final int INLINE = 2;

    private int size;
    private long firstTime;
    private long secondTime;
    private Object first;
    private Object second;

    /** Of the others; null when there are none. */
    private long[] times;

    private Object[] records;

    int size() {
        return size;
    }

    long time(int index) {
        return switch (index) {
            case 0 -> firstTime;
            case 1 -> secondTime;
            default -> times[index - INLINE];
        };
    }

    Object record(int index) {
        return switch (index) {
            case 0 -> first;
            case 1 -> second;
            default -> records[index - INLINE];
        };
    }

    private void set(int index, Object record, long timestamp) {
        switch (index) {
            case 0 -> {
                firstTime = timestamp;
                first = record;
            }
            case 1 -> {
                secondTime = timestamp;
                second = record;
            }
            default -> {
                times[index - INLINE] = timestamp;
                records[index - INLINE] = record;
            }
        }
    }

    /** Adds a record behind all of its time or before. */
    void add(Object record, long timestamp) {
        makeRoom();
        int index = size++;
        if (index > 0 && time(index - 1) > timestamp) {
            int to = firstFrom(timestamp + 1, index);
            for (; index > to; index--) {
                set(index, record(index - 1), time(index - 1));
            }
        }
        set(index, record, timestamp);
    }

    private void makeRoom() {
        int others = size - INLINE;
        if (others < 0) {
            return;
        }
        if (times == null) {
            times = new long[INLINE];
            records = new Object[INLINE];
        } else if (others == times.length) {
            times = Arrays.copyOf(times, others * 2);
            records = Arrays.copyOf(records, others * 2);
        }
    }

    /** The first index with a time that is not before {@code timestamp}; the size when there is none. */
    int firstFrom(long timestamp) {
        return firstFrom(timestamp, size);
    }

    private int firstFrom(long timestamp, int end) {
        int low = 0;
        int high = end;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (time(middle) < timestamp) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** One that shares the records only. */
    TimedRecords copy() {
        TimedRecords copy = new TimedRecords();
        copy.size = size;
        copy.firstTime = firstTime;
        copy.secondTime = secondTime;
        copy.first = first;
        copy.second = second;
        copy.times = times == null ? null : times.clone();
        copy.records = records == null ? null : records.clone();
        return copy;
    }
}
