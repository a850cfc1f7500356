package io.tidemark.deploy.drill.check;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The right results of the example {@code numbered-records}, worked out in one loop over the records, one after another.
 * There is nothing in it of keys spread over subtasks, of checkpoints or of failures.
 */
public final class KnownAnswer {
    private static final long DELAY_MS = 2_000;
    private static final long WATERMARK_INTERVAL_MS = 200;
    private static final long SPAN_MS = 10_000;

    private final NumberedInput input;
    private final BitSet late = new BitSet();
    private final Map<String, String> records = new HashMap<>();
    private final Map<String, String> pulses = new HashMap<>();
    private final Map<String, String> windows = new HashMap<>();
    private final Map<String, String> tooLate = new HashMap<>();

    private final long[] countOfKey;
    /** Time to the keys whose timers are set for it. */
    private final TreeMap<Long, Set<Integer>> timers = new TreeMap<>();
    /** Start to key to count and total. */
    private final TreeMap<Long, Map<Integer, long[]>> openWindows = new TreeMap<>();

    private KnownAnswer(NumberedInput input) {
        this.input = input;
        this.countOfKey = new long[input.keys()];
    }

    public static KnownAnswer of(NumberedInput input) {
        KnownAnswer answer = new KnownAnswer(input);
        answer.workOut();
        return answer;
    }

    private void workOut() {
        long newestMs = Long.MIN_VALUE;
        long watermark = Long.MIN_VALUE;
        for (long number = 0; number < input.records(); number++) {
            long timeMs = input.timeMs(number);
            take(number, input.key(number), timeMs, watermark);
            newestMs = Math.max(newestMs, timeMs);
            boolean isFirst = watermark == Long.MIN_VALUE;
            if (isFirst || newestMs - DELAY_MS > watermark + WATERMARK_INTERVAL_MS) {
                watermark = newestMs - DELAY_MS;
                advance(watermark);
            }
        }
        advance(Long.MAX_VALUE);
    }

    private void take(long number, int key, long timeMs, long watermark) {
        boolean isLate = timeMs <= watermark;
        late.set(Math.toIntExact(number), isLate);
        countOfKey[key]++;
        records.put(Long.toString(number), key + "," + countOfKey[key] + "," + (isLate ? 1 : 0));

        long startMs = Math.floorDiv(timeMs, SPAN_MS) * SPAN_MS;
        timers.computeIfAbsent(startMs + SPAN_MS, time -> new HashSet<>()).add(key);
        if (startMs + SPAN_MS - 1 <= watermark) {
            tooLate.put(Long.toString(number), "");
            return;
        }
        long[] sums =
                openWindows.computeIfAbsent(startMs, start -> new HashMap<>()).computeIfAbsent(key, k -> new long[2]);
        sums[0]++;
        sums[1] += number;
    }

    private void advance(long watermark) {
        Iterator<Map.Entry<Long, Set<Integer>>> due =
                timers.headMap(watermark, true).entrySet().iterator();
        while (due.hasNext()) {
            Map.Entry<Long, Set<Integer>> timer = due.next();
            for (int key : timer.getValue()) {
                firePulse(key, timer.getKey());
            }
            due.remove();
        }
        while (!openWindows.isEmpty() && openWindows.firstKey() + SPAN_MS - 1 <= watermark) {
            Map.Entry<Long, Map<Integer, long[]>> window = openWindows.pollFirstEntry();
            window.getValue().forEach((key, sums) -> windows.put(window.getKey() + "," + key, sums[0] + "," + sums[1]));
        }
    }

    /** A late record sets a timer anew that had fired; so which time it is, is told by the count, which has grown. */
    private void firePulse(int key, long timeMs) {
        pulses.put(key + "," + timeMs + "," + countOfKey[key], "");
    }

    /** Number to {@code key,count,late}. */
    Map<String, String> records() {
        return records;
    }

    /** {@code key,time,count} of each timer that fired. */
    Map<String, String> pulses() {
        return pulses;
    }

    /** {@code start,key} to {@code count,total}. */
    Map<String, String> windows() {
        return windows;
    }

    /** The numbers that came when their window was over. */
    Map<String, String> tooLate() {
        return tooLate;
    }

    /** Whether a record was not newer than the watermark when it came. */
    public boolean isLate(long number) {
        return late.get(Math.toIntExact(number));
    }

    /** How many records were not newer than the watermark when they came. */
    public long lateRecords() {
        return late.cardinality();
    }

    /** How many records came when their window was over. */
    public long tooLateRecords() {
        return tooLate.size();
    }

    public NumberedInput input() {
        return input;
    }
}
