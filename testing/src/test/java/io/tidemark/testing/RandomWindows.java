package io.tidemark.testing;

import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.ContinuousEventTimeTrigger;
import io.tidemark.api.window.ContinuousProcessingTimeTrigger;
import io.tidemark.api.window.CountEvictor;
import io.tidemark.api.window.CountTrigger;
import io.tidemark.api.window.CumulatingEventTimeWindows;
import io.tidemark.api.window.CumulatingProcessingTimeWindows;
import io.tidemark.api.window.DeltaEvictor;
import io.tidemark.api.window.DeltaTrigger;
import io.tidemark.api.window.EventTimeSessionWindows;
import io.tidemark.api.window.EventTimeTrigger;
import io.tidemark.api.window.Evictor;
import io.tidemark.api.window.GlobalWindow;
import io.tidemark.api.window.GlobalWindows;
import io.tidemark.api.window.ProcessingTimeSessionWindows;
import io.tidemark.api.window.ProcessingTimeTrigger;
import io.tidemark.api.window.ProcessingTimeoutTrigger;
import io.tidemark.api.window.PurgingTrigger;
import io.tidemark.api.window.SessionWindowTimeGapExtractor;
import io.tidemark.api.window.SlidingEventTimeWindows;
import io.tidemark.api.window.SlidingProcessingTimeWindows;
import io.tidemark.api.window.TimeEvictor;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.api.window.TumblingProcessingTimeWindows;
import io.tidemark.api.window.WindowAssigner;
import io.tidemark.testing.PaneOracle.Assigner;
import io.tidemark.testing.PaneOracle.By;
import io.tidemark.testing.PaneOracle.Cause;
import io.tidemark.testing.PaneOracle.Evicting;
import io.tidemark.testing.PaneOracle.Rule;
import io.tidemark.testing.WindowOracle.Firing;
import io.tidemark.testing.WindowOracle.Span;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Windows of any kind, with what they fire by, and the oracle for them.
 *
 * @param trigger null for the one that they come with
 * @param evictor null for none
 * @param order in which results of one firing come
 * @param usesClock whether the wall clock counts
 * @param isAnywhere whether the oracle knows them at both ends of time
 */
record RandomWindows(
        WindowAssigner<?, ?> assigner,
        Trigger<?, ?> trigger,
        Evictor<?, ?> evictor,
        Order order,
        boolean usesClock,
        boolean isAnywhere,
        Oracles oracles) {
    /** In which order results come. */
    enum Order {
        /** By the time at which they are due, and at one time in the order in which timers were registered. */
        BY_REGISTRATION,
        /** By the time that they carry; keys in any order. */
        BY_TIME,
        /** By when they were due, which they do not tell. */
        UNTOLD
    }

    /** Makes the oracle. */
    @FunctionalInterface
    interface Oracles {
        /** @param inOrder of a window's records in its result; null for that of arrival */
        Oracle of(long latenessMs, Comparator<String> inOrder);
    }

    static RandomWindows of(Random random) {
        return switch (random.nextInt(11)) {
            case 0 -> tumbling(random);
            case 1 -> cumulating(random);
            case 2, 3 -> sliding(random);
            case 4 -> sessions(random, random.nextInt(3) != 0, false, new Rule(Cause.END, 1, false, 0, false, false));
            case 5 ->
                sessions(
                        random,
                        random.nextBoolean(),
                        false,
                        sessionRule(random, Cause.END, Cause.COUNT, Cause.CONTINUOUS, Cause.CLOCK));
            case 6 ->
                sessions(random, random.nextBoolean(), true, sessionRule(random, Cause.END, Cause.COUNT, Cause.CLOCK));
            case 7 -> global(random);
            case 8 -> ofClock(random);
            default -> ofEventTime(random);
        };
    }

    /** Windows of event time whose triggers do not look at records. */
    static RandomWindows ofAnyRecords(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> tumbling(random);
            case 1 -> cumulating(random);
            case 2 -> sliding(random);
            default -> sessions(random, true, false, sessionRule(random, Cause.END, Cause.COUNT, Cause.CONTINUOUS));
        };
    }

    /** @param lateTag for late records */
    WindowSpec spec(boolean merges, long latenessMs, OutputTag<?> lateTag) {
        boolean isGlobal = assigner instanceof GlobalWindows;
        ProcessWindowFunction<?, ?, ?, ?> merged = isGlobal ? new JoinedGlobal() : new JoinedWindow();
        ProcessWindowFunction<?, ?, ?, ?> listed = isGlobal ? new ListedGlobal() : new ListedWindow();
        AggregateFunction<?, ?, ?> aggregate = merges ? new JoinedRecords() : null;
        boolean keepsRecords = !merges || evictor != null;
        return new WindowSpec(
                assigner,
                trigger,
                null,
                aggregate,
                merges ? merged : listed,
                (keepsRecords ? Types.STRING : Types.LIST(Types.STRING)).createSerializer(),
                latenessMs,
                lateTag,
                evictor);
    }

    private static final class JoinedGlobal extends ProcessWindowFunction<List<String>, String, Object, GlobalWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public void process(Object key, Context context, Iterable<List<String>> elements, Collector<String> out) {
            out.collect(RecordKeys.name(key) + "="
                    + String.join("+", elements.iterator().next()));
        }
    }

    // ------------------------------------------------------------------------------------ that fire at their end

    private static RandomWindows tumbling(Random random) {
        long unit = unit(random);
        long size = (1 + random.nextInt(20)) * unit;
        long offset = offset(size, random);
        return fired(
                TumblingEventTimeWindows.of(ms(size), ms(offset)),
                timestamp -> regular(timestamp, size, size, offset),
                random);
    }

    private static RandomWindows sliding(Random random) {
        long unit = unit(random);
        long size = (1 + random.nextInt(25)) * unit;
        long slide = (1 + random.nextInt(12)) * unit;
        long offset = offset(slide, random);
        return fired(
                SlidingEventTimeWindows.of(ms(size), ms(slide), ms(offset)),
                timestamp -> regular(timestamp, size, slide, offset),
                random);
    }

    private static RandomWindows cumulating(Random random) {
        long step = (1 + random.nextInt(6)) * unit(random);
        long size = step * (1 + random.nextInt(5));
        long offset = offset(size, random);
        return fired(
                CumulatingEventTimeWindows.of(ms(size), ms(step), ms(offset)),
                timestamp -> growing(timestamp, size, step, offset),
                random);
    }

    private static RandomWindows fired(WindowAssigner<?, ?> assigner, Function<Long, List<Span>> spans, Random random) {
        int every = 1 + random.nextInt(6);
        Firing firing = random.nextInt(2) == 0 ? Firing.AT_END : Firing.values()[random.nextInt(4)];
        Trigger<?, ?> trigger = switch (firing) {
            case AT_END -> random.nextInt(4) != 0 ? null : new OtherTrigger<>(EventTimeTrigger.create());
            case COUNT -> CountTrigger.of(every);
            case PURGING_COUNT -> PurgingTrigger.of(CountTrigger.of(every));
            case CONTINUOUS -> ContinuousEventTimeTrigger.of(ms(every));
        };
        return new RandomWindows(
                assigner,
                trigger,
                null,
                firing == Firing.CONTINUOUS ? Order.UNTOLD : Order.BY_TIME,
                false,
                firing != Firing.CONTINUOUS,
                (lateness, order) -> new WindowOracle(spans, lateness, firing, every, order));
    }

    // ------------------------------------------------------------------------------------ with any trigger and evictor

    private static RandomWindows ofEventTime(Random random) {
        int size = 1 + random.nextInt(20);
        int slide = 1 + random.nextInt(10);
        long offset = offset(slide, random);
        return switch (random.nextInt(3)) {
            case 0 ->
                triggered(
                        TumblingEventTimeWindows.of(ms(size)),
                        new Assigner(timestamp -> regular(timestamp, size, size, 0), true),
                        random);
            case 1 ->
                triggered(
                        SlidingEventTimeWindows.of(ms(size), ms(slide), ms(offset)),
                        new Assigner(timestamp -> regular(timestamp, size, slide, offset), true),
                        random);
            default ->
                triggered(
                        CumulatingEventTimeWindows.of(ms(slide * 3L), ms(slide)),
                        new Assigner(timestamp -> growing(timestamp, slide * 3L, slide, 0), true),
                        random);
        };
    }

    private static RandomWindows ofClock(Random random) {
        int size = 1 + random.nextInt(20);
        int slide = 1 + random.nextInt(10);
        long offset = offset(slide, random);
        return switch (random.nextInt(3)) {
            case 0 ->
                triggered(
                        TumblingProcessingTimeWindows.of(ms(size)),
                        new Assigner(now -> regular(now, size, size, 0), false),
                        random);
            case 1 ->
                triggered(
                        SlidingProcessingTimeWindows.of(ms(size), ms(slide), ms(offset)),
                        new Assigner(now -> regular(now, size, slide, offset), false),
                        random);
            default ->
                triggered(
                        CumulatingProcessingTimeWindows.of(ms(slide * 3L), ms(slide)),
                        new Assigner(now -> growing(now, slide * 3L, slide, 0), false),
                        random);
        };
    }

    private static RandomWindows global(Random random) {
        return triggered(GlobalWindows.createWithEndOfStreamTrigger(), new Assigner(null, false), random);
    }

    private static RandomWindows triggered(WindowAssigner<?, ?> windows, Assigner assigner, Random random) {
        boolean ofClock = !assigner.isEventTime() && assigner.spans() != null;
        // A continuous trigger of event time knows nothing of windows of the wall clock.
        Cause cause = ofClock && random.nextBoolean() ? Cause.END : Cause.values()[random.nextInt(5)];
        cause = ofClock && cause == Cause.CONTINUOUS ? Cause.CLOCK : cause;
        long timeOutMs = random.nextInt(4) == 0 ? 1 + random.nextInt(12) : 0;
        Rule rule = new Rule(
                cause,
                1 + random.nextInt(6),
                random.nextInt(3) == 0,
                timeOutMs,
                random.nextBoolean(),
                random.nextBoolean());
        By by = random.nextInt(3) == 0 ? By.NOTHING : By.values()[random.nextInt(4)];
        Evicting evicting = new Evicting(by, random.nextInt(by == By.COUNT ? 5 : 15), random.nextBoolean());
        return new RandomWindows(
                windows,
                trigger(rule, assigner),
                evictor(evicting),
                timeOutMs == 0 ? Order.BY_REGISTRATION : Order.UNTOLD,
                ofClock || cause == Cause.CLOCK || timeOutMs > 0,
                true,
                (lateness, order) -> new PaneOracle(assigner, rule, evicting, lateness, order));
    }

    /** A trigger of each kind, also where it is the one that the windows come with: so that none goes another way. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Trigger<?, ?> trigger(Rule rule, Assigner assigner) {
        Trigger trigger = switch (rule.cause()) {
            case END -> atEnd(assigner);
            case COUNT -> CountTrigger.of(rule.every());
            case SPREAD -> DeltaTrigger.of(rule.every(), PaneOracle::spread, Types.STRING);
            case CONTINUOUS -> ContinuousEventTimeTrigger.of(ms(rule.every()));
            case CLOCK -> ContinuousProcessingTimeTrigger.of(ms(rule.every()));
        };
        if (rule.timeOutMs() > 0) {
            trigger = ProcessingTimeoutTrigger.of(trigger, ms(rule.timeOutMs()), rule.fromLatest(), rule.forgets());
        }
        return rule.purges() ? PurgingTrigger.of(trigger) : trigger;
    }

    private static Trigger<?, ?> atEnd(Assigner assigner) {
        if (assigner.spans() == null) {
            return GlobalWindows.createWithEndOfStreamTrigger().getDefaultTrigger();
        }
        return assigner.isEventTime() ? new OtherTrigger<>(EventTimeTrigger.create()) : ProcessingTimeTrigger.create();
    }

    private static Evictor<?, ?> evictor(Evicting evicting) {
        return switch (evicting.by()) {
            case NOTHING -> null;
            case COUNT -> CountEvictor.of(evicting.kept(), evicting.after());
            case TIME -> TimeEvictor.of(ms(evicting.kept()), evicting.after());
            case SPREAD -> DeltaEvictor.of(evicting.kept(), PaneOracle::spread, evicting.after());
        };
    }

    // ------------------------------------------------------------------------------------ sessions

    /** A gap that depends on the record; the longest one is longer than time. */
    private static final class Gaps implements SessionWindowTimeGapExtractor<Object> {
        private static final long serialVersionUID = 1L;

        private final long longest;

        Gaps(long longest) {
            this.longest = longest;
        }

        @Override
        public long extract(Object element) {
            int level = (int) PaneOracle.spread("a0", (String) element);
            return level == 22 ? longest : 1 + level % 16;
        }
    }

    private static Rule sessionRule(Random random, Cause... causes) {
        Cause cause = causes[random.nextInt(causes.length)];
        return new Rule(cause, 1 + random.nextInt(6), random.nextInt(3) == 0, 0, false, false);
    }

    private static RandomWindows sessions(Random random, boolean fixed, boolean byClock, Rule rule) {
        long gap = random.nextInt(20) == 0 ? Long.MAX_VALUE - 7 : 1 + random.nextInt(15);
        Gaps gaps = new Gaps(random.nextBoolean() ? Long.MAX_VALUE : 30);
        WindowAssigner<?, ?> assigner;
        if (fixed) {
            assigner =
                    byClock ? ProcessingTimeSessionWindows.withGap(ms(gap)) : EventTimeSessionWindows.withGap(ms(gap));
        } else {
            assigner = byClock
                    ? ProcessingTimeSessionWindows.withDynamicGap(gaps)
                    : EventTimeSessionWindows.withDynamicGap(gaps);
        }
        Trigger<?, ?> trigger = sessionTrigger(rule, byClock, random);
        return new RandomWindows(
                assigner,
                trigger,
                null,
                rule.cause() == Cause.END || rule.cause() == Cause.COUNT ? Order.BY_TIME : Order.UNTOLD,
                byClock || rule.cause() == Cause.CLOCK,
                rule.cause() != Cause.CONTINUOUS,
                (lateness, order) ->
                        new SessionOracle(fixed ? value -> gap : gaps::extract, byClock, lateness, rule, order));
    }

    private static Trigger<?, ?> sessionTrigger(Rule rule, boolean byClock, Random random) {
        if (rule.cause() != Cause.END || rule.purges()) {
            return trigger(rule, new Assigner(timestamp -> List.of(), !byClock));
        }
        boolean isDefault = random.nextBoolean();
        if (byClock) {
            return isDefault ? null : new OtherTrigger<>(ProcessingTimeTrigger.create());
        }
        return isDefault ? null : new OtherTrigger<>(EventTimeTrigger.create());
    }

    // ------------------------------------------------------------------------------------ times

    private static Duration ms(long ms) {
        return Duration.ofMillis(ms);
    }

    /** A millisecond, mostly; else so long that few windows are in time. */
    private static long unit(Random random) {
        return random.nextInt(20) == 0 ? Long.MAX_VALUE / 100 : 1;
    }

    private static long offset(long size, Random random) {
        return (random.nextBoolean() ? 1 : -1) * Math.floorMod(random.nextLong(), size);
    }

    /** All windows of a size that begin every slide and hold a timestamp, the newest first. */
    private static List<Span> regular(long timestamp, long size, long slide, long offset) {
        BigInteger time = BigInteger.valueOf(timestamp);
        BigInteger sinceStart = time.subtract(BigInteger.valueOf(offset)).mod(BigInteger.valueOf(slide));
        List<Span> windows = new ArrayList<>();
        BigInteger start = time.subtract(sinceStart);
        while (start.add(BigInteger.valueOf(size)).compareTo(time) > 0) {
            windows.add(new Span(start, start.add(BigInteger.valueOf(size))));
            start = start.subtract(BigInteger.valueOf(slide));
        }
        return windows;
    }

    /**
     * All windows that begin with the largest one and hold a timestamp, the smallest first. A window is its start and end as
     * far as time goes: those that would end after it are one.
     */
    private static List<Span> growing(long timestamp, long size, long step, long offset) {
        Span largest = regular(timestamp, size, size, offset).get(0);
        List<Span> windows = new ArrayList<>();
        for (long end = step; end <= size && end > 0; end += step) {
            Span window = new Span(largest.start(), largest.start().add(BigInteger.valueOf(end)));
            boolean isAgain =
                    !windows.isEmpty() && windows.get(windows.size() - 1).endMs() == Long.MAX_VALUE;
            if (!isAgain && window.end().compareTo(BigInteger.valueOf(timestamp)) > 0) {
                windows.add(window);
            }
        }
        return windows;
    }
}
