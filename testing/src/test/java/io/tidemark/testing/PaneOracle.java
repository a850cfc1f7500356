package io.tidemark.testing;

import io.tidemark.testing.WindowOracle.Span;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * What windows that do not merge give with any trigger and evictor, too simple to be wrong: each window of a key is a list of its
 * records and the times at which something is due for it, and what is due next is found by looking at all windows.
 */
final class PaneOracle implements Oracle {
    /** All of time, in which windows without bounds are. */
    static final Span GLOBAL = new Span(
            BigInteger.valueOf(Long.MIN_VALUE),
            BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE));

    /** What makes a window fire. */
    enum Cause {
        /** Its end, by its own clock, and each record after it. */
        END,
        /** So many records. */
        COUNT,
        /** A record that is further from the one that fired last. */
        SPREAD,
        /** Event time at a multiple; the end if there was a record since, and each record after it. */
        CONTINUOUS,
        /** The wall clock at a multiple; the end and the clean-up if there was a record since. */
        CLOCK
    }

    /**
     * When windows fire.
     *
     * @param every how many records, how far, or how many milliseconds
     * @param purges whether a firing empties the window
     * @param timeOutMs by the wall clock from the first record since a firing; 0 for never
     * @param fromLatest whether it is from the latest record instead
     * @param forgets whether a time-out has the cause begin anew
     */
    record Rule(Cause cause, int every, boolean purges, long timeOutMs, boolean fromLatest, boolean forgets) {}

    /** What an evictor goes by. */
    enum By {
        NOTHING,
        COUNT,
        TIME,
        SPREAD
    }

    /**
     * What is taken out of a window that fires.
     *
     * @param kept how many records, how many milliseconds, or how far
     * @param after whether it is taken out when the function has seen it
     */
    record Evicting(By by, int kept, boolean after) {
        static final Evicting NOTHING = new Evicting(By.NOTHING, 0, false);
    }

    /**
     * The windows of a time.
     *
     * @param spans the windows of a time, in the order in which they get a record; null for one without bounds
     * @param isEventTime whether that is the time of the record, and not that of the wall clock
     */
    record Assigner(Function<Long, List<Span>> spans, boolean isEventTime) {}

    /** What may be due for a window. */
    private enum What {
        END,
        SLOT,
        TIME_OUT,
        CLEAN_UP
    }

    private record Timer(long time, int number) {}

    private record Seen(String value, long timestamp) {}

    private record Name(char key, Span span) {}

    private static final class Pane {
        private final char key;
        private final Span span;
        private final Map<What, Timer> timers = new EnumMap<>(What.class);
        private List<Seen> records = new ArrayList<>();
        private int count;
        private String lastFired;
        private boolean changed;

        Pane(Name name) {
            key = name.key;
            span = name.span;
        }

        long lastMs() {
            return span.equals(GLOBAL) ? Long.MAX_VALUE : span.lastMs();
        }
    }

    private final Assigner assigner;
    private final Rule rule;
    private final Evicting evicting;
    private final long latenessMs;
    private final Comparator<String> order;
    private final Map<Name, Pane> panes = new HashMap<>();
    private final List<String> out = new ArrayList<>();
    private int registered;
    private long watermark = Long.MIN_VALUE;
    private long nowMs;

    /** @param order of a window's records in its result; null for that of arrival */
    PaneOracle(Assigner assigner, Rule rule, Evicting evicting, long latenessMs, Comparator<String> order) {
        this.assigner = assigner;
        this.rule = rule;
        this.evicting = evicting;
        this.latenessMs = latenessMs;
        this.order = order;
    }

    /** How far two records are apart, by the numbers behind their keys. */
    static double spread(String a, String b) {
        return Math.abs(level(a) - level(b));
    }

    private static int level(String record) {
        return Integer.parseInt(record.substring(1)) * 37 % 23;
    }

    private boolean isGlobal() {
        return assigner.spans == null;
    }

    // ------------------------------------------------------------------------------------ what happens

    @Override
    public List<String> record(String value, long timestamp) {
        List<Span> spans =
                isGlobal() ? List.of(GLOBAL) : assigner.spans.apply(assigner.isEventTime ? timestamp : nowMs);
        List<Span> inTime = spans.stream()
                .filter(span -> !assigner.isEventTime || !span.isGone(latenessMs, watermark))
                .toList();
        if (inTime.isEmpty()) {
            boolean isLate = assigner.isEventTime
                    && (!spans.isEmpty() || Span.of(timestamp, timestamp + 1).isGone(latenessMs, watermark));
            return isLate ? List.of("late " + value) : List.of();
        }
        for (Span span : inTime) {
            Pane pane = panes.computeIfAbsent(new Name(value.charAt(0), span), Pane::new);
            add(pane, new Seen(value, timestamp));
        }
        return taken();
    }

    private void add(Pane pane, Seen seen) {
        pane.records.add(seen);
        if (firesAtRecord(pane, seen)) {
            pane.timers.remove(What.TIME_OUT);
            fire(pane);
        } else if (rule.timeOutMs > 0) {
            if (rule.fromLatest) {
                pane.timers.remove(What.TIME_OUT);
            }
            register(pane, What.TIME_OUT, nowMs + rule.timeOutMs);
        }
        if (assigner.isEventTime) {
            register(pane, What.CLEAN_UP, cleanUpMs(pane));
        } else if (!isGlobal()) {
            register(pane, What.CLEAN_UP, pane.lastMs());
        }
    }

    private long cleanUpMs(Pane pane) {
        return pane.lastMs() > Long.MAX_VALUE - latenessMs ? Long.MAX_VALUE : pane.lastMs() + latenessMs;
    }

    private void register(Pane pane, What what, long time) {
        if (!pane.timers.containsKey(what)) {
            pane.timers.put(what, new Timer(time, registered++));
        }
    }

    @Override
    public List<String> watermark(long to) {
        if (to <= watermark) {
            return List.of();
        }
        watermark = to;
        Set<What> ofEventTime = EnumSet.allOf(What.class);
        ofEventTime.removeIf(this::isByClock);
        for (Pane pane; (pane = firstDue(ofEventTime, to)) != null; ) {
            fireTimers(pane, ofEventTime, watermark);
        }
        out.add("WM(" + Emitted.time(to) + ")");
        return taken();
    }

    /** What is due in a millisecond is done when it is over. */
    @Override
    public List<String> clock(long to) {
        nowMs = to;
        Set<What> ofClock = EnumSet.allOf(What.class);
        ofClock.removeIf(what -> !isByClock(what));
        for (Pane pane; (pane = firstDue(ofClock, to - 1)) != null; ) {
            fireTimers(pane, ofClock, nowMs);
        }
        return taken();
    }

    private boolean isByClock(What what) {
        boolean hasClockWindows = !assigner.isEventTime && !isGlobal();
        return switch (what) {
            case TIME_OUT -> true;
            case SLOT -> rule.cause == Cause.CLOCK;
            case END, CLEAN_UP -> hasClockWindows;
        };
    }

    private Pane firstDue(Set<What> kinds, long to) {
        return panes.values().stream()
                .filter(pane -> due(pane, kinds) != null && due(pane, kinds).time <= to)
                .min(Comparator.comparing((Pane pane) -> due(pane, kinds).time)
                        .thenComparing(pane -> due(pane, kinds).number))
                .orElse(null);
    }

    private static Timer due(Pane pane, Set<What> kinds) {
        return kinds.stream()
                .map(pane.timers::get)
                .filter(timer -> timer != null)
                .min(Comparator.comparing(Timer::time).thenComparing(Timer::number))
                .orElse(null);
    }

    private List<String> taken() {
        List<String> taken = List.copyOf(out);
        out.clear();
        return taken;
    }

    // ------------------------------------------------------------------------------------ who fires

    private boolean firesAtRecord(Pane pane, Seen seen) {
        boolean isAfterEnd = assigner.isEventTime && pane.lastMs() <= watermark;
        switch (rule.cause) {
            case END -> {
                if (!isAfterEnd) {
                    register(pane, What.END, pane.lastMs());
                }
                return isAfterEnd;
            }
            case COUNT -> {
                pane.count = (pane.count + 1) % rule.every;
                return pane.count == 0;
            }
            case SPREAD -> {
                boolean isFar = pane.lastFired != null && spread(pane.lastFired, seen.value) > rule.every;
                pane.lastFired = isFar || pane.lastFired == null ? seen.value : pane.lastFired;
                return isFar;
            }
            case CONTINUOUS -> {
                if (!isAfterEnd) {
                    pane.changed = true;
                    register(pane, What.END, pane.lastMs());
                    registerSlot(pane, Math.max(seen.timestamp, watermark));
                }
                return isAfterEnd;
            }
            case CLOCK -> {
                pane.changed = true;
                if (assigner.isEventTime && !isAfterEnd) {
                    register(pane, What.END, pane.lastMs());
                }
                registerSlot(pane, nowMs);
                return false;
            }
        }
        throw new AssertionError(rule);
    }

    private void registerSlot(Pane pane, long after) {
        BigInteger every = BigInteger.valueOf(rule.every);
        BigInteger time = BigInteger.valueOf(after);
        BigInteger slot = time.subtract(time.mod(every)).add(every);
        if (slot.compareTo(BigInteger.valueOf(Long.MAX_VALUE)) < 0) {
            register(pane, What.SLOT, slot.longValueExact());
        }
    }

    /** All that is due for a window at the time of its first timer. */
    private void fireTimers(Pane pane, Set<What> kinds, long reached) {
        long time = due(pane, kinds).time;
        Set<What> dueNow = EnumSet.noneOf(What.class);
        kinds.forEach(what -> {
            if (pane.timers.containsKey(what) && pane.timers.get(what).time == time) {
                dueNow.add(what);
                pane.timers.remove(what);
            }
        });
        boolean fires = false;
        if (dueNow.contains(What.SLOT)) {
            registerSlot(pane, Math.max(time, reached));
            fires = rule.cause == Cause.CLOCK || time <= pane.lastMs();
        } else if (dueNow.contains(What.END)) {
            fires = rule.cause == Cause.END || pane.changed;
        }
        pane.changed &= !fires;
        if (dueNow.contains(What.TIME_OUT)) {
            fires = true;
            if (rule.forgets) {
                forget(pane);
            }
        }
        if (fires) {
            pane.timers.remove(What.TIME_OUT);
            fire(pane);
        }
        if (dueNow.contains(What.CLEAN_UP)) {
            if (rule.cause == Cause.CLOCK && pane.changed) {
                fire(pane);
            }
            panes.values().remove(pane);
        }
    }

    /** The cause begins anew. */
    private static void forget(Pane pane) {
        pane.count = 0;
        pane.lastFired = null;
        pane.changed = false;
        pane.timers.remove(What.END);
        pane.timers.remove(What.SLOT);
    }

    // ------------------------------------------------------------------------------------ what it gives

    private void fire(Pane pane) {
        if (!evicting.after) {
            pane.records = left(pane.records);
        }
        if (!pane.records.isEmpty()) {
            out.add(result(pane));
        }
        if (evicting.after) {
            pane.records = left(pane.records);
        }
        if (rule.purges) {
            pane.records = new ArrayList<>();
        }
    }

    private List<Seen> left(List<Seen> records) {
        if (records.isEmpty()) {
            return records;
        }
        Seen last = records.get(records.size() - 1);
        List<Seen> left = switch (evicting.by) {
            case NOTHING -> records;
            case COUNT -> records.subList(Math.max(0, records.size() - evicting.kept), records.size());
            case TIME ->
                records.stream().filter(seen -> isKept(seen, latest(records))).toList();
            case SPREAD ->
                records.stream()
                        .filter(seen -> spread(seen.value, last.value) < evicting.kept)
                        .toList();
        };
        return new ArrayList<>(left);
    }

    private boolean isKept(Seen seen, long latest) {
        BigInteger before = BigInteger.valueOf(latest).subtract(BigInteger.valueOf(seen.timestamp));
        return before.compareTo(BigInteger.valueOf(evicting.kept)) < 0;
    }

    private static long latest(List<Seen> records) {
        return records.stream().mapToLong(Seen::timestamp).max().orElseThrow();
    }

    private String result(Pane pane) {
        List<String> values = pane.records.stream().map(Seen::value).toList();
        if (!pane.span.equals(GLOBAL)) {
            return Oracle.result(pane.key, pane.span, values, order);
        }
        List<String> ordered =
                order == null ? values : values.stream().sorted(order).toList();
        return pane.key + "=" + String.join("+", ordered) + "@" + Emitted.time(latest(pane.records));
    }
}
