package io.tidemark.testing;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * What windows of event time give, too simple to be wrong: it has all records of the stream in a list, each with the windows
 * that it was in time for, and looks through all of them again whenever something is asked.
 */
final class WindowOracle implements Oracle {
    /** From a start up to, and without, an end; of no bounds, unlike time. */
    record Span(BigInteger start, BigInteger end) {
        static Span of(long start, long end) {
            return new Span(BigInteger.valueOf(start), BigInteger.valueOf(end));
        }

        long startMs() {
            return clamped(start);
        }

        long endMs() {
            return clamped(end);
        }

        long lastMs() {
            return endMs() - 1;
        }

        /** Whether it is gone when event time is there. */
        boolean isGone(long latenessMs, long watermark) {
            return clamped(BigInteger.valueOf(lastMs()).add(BigInteger.valueOf(latenessMs))) <= watermark;
        }

        private static long clamped(BigInteger time) {
            BigInteger min = BigInteger.valueOf(Long.MIN_VALUE);
            BigInteger max = BigInteger.valueOf(Long.MAX_VALUE);
            return time.max(min).min(max).longValueExact();
        }
    }

    /** When windows fire. */
    enum Firing {
        /** At their end, and at each record after it. */
        AT_END,
        /** At every so many records. */
        COUNT,
        /** The same, with only the records since the last time. */
        PURGING_COUNT,
        /** When event time gets to a multiple, at the end if there was a record since, and at each record after it. */
        CONTINUOUS
    }

    /** A record and those of its windows that it was in time for. */
    private record Seen(char key, String value, List<Span> windows) {}

    private record KeyedSpan(char key, Span window) {}

    /** When a window fires next before its end, and whether there was a record since it fired. */
    private static final class Slot {
        private long next;
        private boolean changed;
    }

    private final Function<Long, List<Span>> assigner;
    private final long latenessMs;
    private final Firing firing;
    private final int every;
    private final Comparator<String> order;
    private final List<Seen> all = new ArrayList<>();
    private final Map<KeyedSpan, Slot> slots = new HashMap<>();
    private long watermark = Long.MIN_VALUE;

    /**
     * @param assigner the windows of a timestamp, in the order in which they fire again
     * @param every how many records, or milliseconds, there are from one firing to the next, where that is the rule
     * @param order of a window's records in its result; null for that of arrival
     */
    WindowOracle(
            Function<Long, List<Span>> assigner, long latenessMs, Firing firing, int every, Comparator<String> order) {
        this.assigner = assigner;
        this.latenessMs = latenessMs;
        this.firing = firing;
        this.every = every;
        this.order = order;
    }

    @Override
    public List<String> record(String value, long timestamp) {
        char key = value.charAt(0);
        List<Span> windows = assigner.apply(timestamp);
        List<Span> inTime = windows.stream()
                .filter(window -> !window.isGone(latenessMs, watermark))
                .toList();
        if (inTime.isEmpty()) {
            // In none at all it is late only if it is by its own time.
            boolean isLate =
                    !windows.isEmpty() || Span.of(timestamp, timestamp + 1).isGone(latenessMs, watermark);
            return isLate ? List.of("late " + value) : List.of();
        }
        all.add(new Seen(key, value, inTime));
        return inTime.stream()
                .filter(window -> firesAtRecord(key, window, timestamp))
                .map(window -> result(key, window))
                .toList();
    }

    private boolean firesAtRecord(char key, Span window, long timestamp) {
        return switch (firing) {
            case AT_END -> window.lastMs() <= watermark;
            case COUNT, PURGING_COUNT -> contents(key, window).size() % every == 0;
            case CONTINUOUS -> {
                if (window.lastMs() <= watermark) {
                    yield true;
                }
                Slot slot = slots.computeIfAbsent(new KeyedSpan(key, window), missing -> {
                    Slot first = new Slot();
                    first.next = slotAfter(Math.max(timestamp, watermark));
                    return first;
                });
                slot.changed = true;
                yield false;
            }
        };
    }

    private long slotAfter(long time) {
        return Math.floorDiv(time, every) * every + every;
    }

    @Override
    public List<String> watermark(long to) {
        if (to <= watermark) {
            return List.of();
        }
        long from = watermark;
        watermark = to;
        List<String> results = new ArrayList<>();
        List<KeyedSpan> windows = all.stream()
                .flatMap(seen -> seen.windows.stream().map(window -> new KeyedSpan(seen.key, window)))
                .distinct()
                .sorted(Comparator.comparing((KeyedSpan one) -> one.window.end())
                        .thenComparing(KeyedSpan::key))
                .toList();
        for (KeyedSpan one : windows) {
            int times = firesAtWatermark(one, from, to);
            for (int i = 0; i < times; i++) {
                results.add(result(one.key, one.window));
            }
        }
        results.add("WM(" + Emitted.time(to) + ")");
        return results;
    }

    private int firesAtWatermark(KeyedSpan one, long from, long to) {
        boolean isAtEnd = one.window.lastMs() > from && one.window.lastMs() <= to;
        if (firing == Firing.AT_END) {
            return isAtEnd ? 1 : 0;
        }
        Slot slot = slots.get(one);
        if (slot == null) {
            return 0;
        }
        int times = 0;
        if (slot.next <= to && slot.next <= one.window.lastMs()) {
            slot.next = slotAfter(Math.max(slot.next, to));
            slot.changed = false;
            times++;
        }
        return isAtEnd && slot.changed ? times + 1 : times;
    }

    private List<String> contents(char key, Span window) {
        return all.stream()
                .filter(seen -> seen.key == key && seen.windows.contains(window))
                .map(Seen::value)
                .toList();
    }

    private String result(char key, Span window) {
        List<String> contents = contents(key, window);
        if (firing == Firing.PURGING_COUNT) {
            contents = contents.subList(contents.size() - every, contents.size());
        }
        return Oracle.result(key, window, contents, order);
    }
}
