package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.ContinuousEventTimeTrigger;
import io.tidemark.api.window.CountTrigger;
import io.tidemark.api.window.CumulatingEventTimeWindows;
import io.tidemark.api.window.EventTimeSessionWindows;
import io.tidemark.api.window.EventTimeTrigger;
import io.tidemark.api.window.PurgingTrigger;
import io.tidemark.api.window.SlidingEventTimeWindows;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.api.window.WindowAssigner;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.testing.WindowOracle.Firing;
import io.tidemark.testing.WindowOracle.Span;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Windows against {@link WindowOracle}, in random streams: several keys and channels, disorder, equal timestamps, times at
 * both ends of time, restores anywhere. A failure names the seed of its stream; {@code -Dtidemark.oracle.seed} begins there.
 */
class WindowOracleTest {
    private static final OutputTag<String> LATE = new OutputTag<>("late", Types.STRING);

    @Test
    void someRandomStreamsGiveWhatAllRecordsInMemoryGive() {
        run(300);
    }

    @Test
    @Tag("ci")
    void tenThousandRandomStreamsGiveWhatAllRecordsInMemoryGive() {
        run(10_000);
    }

    private static void run(int streams) {
        long firstSeed = Long.getLong("tidemark.oracle.seed", System.nanoTime() >>> 8);
        System.out.println("window oracle: " + streams + " streams, seeds from " + firstSeed);
        for (long seed = firstSeed; seed < firstSeed + streams; seed++) {
            Stream stream = new Stream(seed);
            try {
                stream.run();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("stream of seed " + seed + ": " + stream, e);
            }
        }
    }

    /** Windows and their trigger, and the oracle for them. */
    private record Windows(
            WindowAssigner<Object, TimeWindow> assigner,
            Trigger<Object, TimeWindow> trigger,
            Firing firing,
            BiFunction<Long, Comparator<String>, Oracle> oracles) {
        static Windows random(Random random) {
            return switch (random.nextInt(5)) {
                case 0 -> tumbling(1 + random.nextInt(20), random);
                case 1 -> cumulating(1 + random.nextInt(6), 1 + random.nextInt(5), random);
                case 2 -> sessions(1 + random.nextInt(15));
                default -> sliding(1 + random.nextInt(25), 1 + random.nextInt(12), random);
            };
        }

        private static Windows tumbling(int size, Random random) {
            int offset = random.nextInt(2 * size - 1) - size + 1;
            return fired(
                    TumblingEventTimeWindows.of(Duration.ofMillis(size), Duration.ofMillis(offset)),
                    timestamp -> regular(timestamp, size, size, offset),
                    random);
        }

        private static Windows sliding(int size, int slide, Random random) {
            int offset = random.nextInt(2 * slide - 1) - slide + 1;
            return fired(
                    SlidingEventTimeWindows.of(
                            Duration.ofMillis(size), Duration.ofMillis(slide), Duration.ofMillis(offset)),
                    timestamp -> regular(timestamp, size, slide, offset),
                    random);
        }

        private static Windows cumulating(int step, int steps, Random random) {
            int size = step * steps;
            int offset = random.nextInt(2 * size - 1) - size + 1;
            return fired(
                    CumulatingEventTimeWindows.of(
                            Duration.ofMillis(size), Duration.ofMillis(step), Duration.ofMillis(offset)),
                    timestamp -> {
                        Span largest = regular(timestamp, size, size, offset).get(0);
                        List<Span> windows = new ArrayList<>();
                        for (int end = step; end <= size; end += step) {
                            Span window =
                                    new Span(largest.start(), largest.start().add(BigInteger.valueOf(end)));
                            if (window.end().compareTo(BigInteger.valueOf(timestamp)) > 0) {
                                windows.add(window);
                            }
                        }
                        return windows;
                    },
                    random);
        }

        private static Windows sessions(int gap) {
            return new Windows(
                    EventTimeSessionWindows.withGap(Duration.ofMillis(gap)),
                    null,
                    Firing.AT_END,
                    (lateness, order) -> new SessionOracle(gap, lateness, order));
        }

        private static Windows fired(
                WindowAssigner<Object, TimeWindow> assigner, Function<Long, List<Span>> spans, Random random) {
            int every = 1 + random.nextInt(6);
            Firing firing = random.nextInt(2) == 0 ? Firing.AT_END : Firing.values()[random.nextInt(4)];
            Trigger<Object, TimeWindow> trigger = switch (firing) {
                case AT_END -> random.nextBoolean() ? null : new OtherTrigger<>(EventTimeTrigger.create());
                case COUNT -> CountTrigger.of(every);
                case PURGING_COUNT -> PurgingTrigger.of(CountTrigger.of(every));
                case CONTINUOUS -> ContinuousEventTimeTrigger.of(Duration.ofMillis(every));
            };
            return new Windows(
                    assigner,
                    trigger,
                    firing,
                    (lateness, order) -> new WindowOracle(spans, lateness, firing, every, order));
        }

        /** All windows of a size that begin every slide and hold a timestamp, the newest first. */
        private static List<Span> regular(long timestamp, int size, int slide, int offset) {
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
    }

    /** One stream, run on the operator and on the oracle. */
    private static final class Stream {
        private final Random random;
        private final Windows windows;
        private final long lateness;
        private final boolean merges;
        private final long base;
        private final int keys;
        private final long[] channelWatermarks;
        private final int disorder;
        private final boolean tinyCache;
        private final boolean restores;
        private final Oracle oracle;
        private final StringBuilder story = new StringBuilder();
        private int records;
        private long time;

        Stream(long seed) {
            random = new Random(seed);
            windows = Windows.random(random);
            lateness = random.nextInt(3) == 0 ? random.nextInt(30) : 0;
            merges = random.nextInt(4) != 0;
            base = bases()[random.nextInt(8) == 0 && windows.firing != Firing.CONTINUOUS ? 1 + random.nextInt(3) : 0];
            keys = 1 + random.nextInt(4);
            channelWatermarks = new long[1 + random.nextInt(3)];
            Arrays.fill(channelWatermarks, Long.MIN_VALUE);
            disorder = random.nextInt(40);
            tinyCache = random.nextInt(8) == 0;
            restores = random.nextInt(4) == 0;
            oracle = windows.oracles.apply(lateness, merges ? Comparator.naturalOrder() : null);
        }

        private static long[] bases() {
            return new long[] {0, Long.MIN_VALUE + 1, Long.MAX_VALUE - 100, 1_700_000_000_000L};
        }

        /** Records are put together as they come, or all are kept. */
        private OperatorSpec spec() {
            return new OperatorSpec.WindowSpec(
                    windows.assigner,
                    windows.trigger,
                    null,
                    merges ? new JoinedRecords() : null,
                    merges ? new JoinedWindow() : new ListedWindow(),
                    (merges ? Types.LIST(Types.STRING) : Types.STRING).createSerializer(),
                    lateness,
                    LATE,
                    null);
        }

        void run() {
            OperatorHarness.Builder builder = OperatorHarness.of(spec())
                    .keyedBy((String record) -> record.substring(0, 1), Types.STRING)
                    .sideOutputs(LATE)
                    .channels(channelWatermarks.length)
                    .cacheBytes(tinyCache ? 1 : 1 << 20);
            if (random.nextBoolean()) {
                builder.takingOneAtATime();
            }
            try (OperatorHarness harness = builder.open()) {
                int actions = 10 + random.nextInt(30);
                for (int i = 0; i < actions; i++) {
                    act(harness);
                }
                story.append(" END");
                harness.end();
                List<String> expected = new ArrayList<>();
                // One channel ends after the other, and those that have ended hold nothing back.
                for (int channel = 1; channel < channelWatermarks.length; channel++) {
                    expected.addAll(oracle.watermark(least(channel)));
                }
                expected.addAll(oracle.watermark(Long.MAX_VALUE));
                expected.add("END");
                compare(harness, expected);
            }
        }

        private void act(OperatorHarness harness) {
            int what = random.nextInt(20);
            if (what < 14) {
                record(harness);
            } else if (what < 18 || !restores) {
                watermark(harness, what == 17 && restores);
            } else {
                story.append(" RESTORE");
                harness.restart();
                compare(harness, List.of());
            }
        }

        private void record(OperatorHarness harness) {
            time += random.nextInt(4);
            long timestamp = at(time - random.nextInt(disorder + 1));
            String value = (char) ('a' + random.nextInt(keys)) + "" + records++;
            story.append(' ').append(value).append('@').append(timestamp);
            harness.record(0, random.nextInt(channelWatermarks.length), value, timestamp);
            compare(harness, oracle.record(value, timestamp));
        }

        /** So many milliseconds from the base, within time. */
        private long at(long offset) {
            BigInteger sum = BigInteger.valueOf(base).add(BigInteger.valueOf(offset));
            return sum.max(BigInteger.valueOf(Long.MIN_VALUE + 1))
                    .min(BigInteger.valueOf(Long.MAX_VALUE - 1))
                    .longValueExact();
        }

        private void watermark(OperatorHarness harness, boolean withBarrier) {
            int channel = random.nextInt(channelWatermarks.length);
            long to = at(time - random.nextInt(20));
            if (to <= channelWatermarks[channel]) {
                return;
            }
            channelWatermarks[channel] = to;
            story.append(" WM").append(to).append('(').append(channel).append(')');
            if (withBarrier) {
                barrierInTheMiddle(harness, channel, to);
            } else {
                harness.watermark(0, channel, to);
            }
            compare(harness, oracle.watermark(least(0)));
        }

        /** The least watermark of the channels from this one on. */
        private long least(int firstChannel) {
            return Arrays.stream(channelWatermarks, firstChannel, channelWatermarks.length)
                    .min()
                    .orElseThrow();
        }

        private void barrierInTheMiddle(OperatorHarness harness, int channel, long to) {
            int steps = random.nextInt(6);
            story.append(" BARRIER after ").append(steps);
            harness.enqueue(0, channel, new ControlElement.Watermark(to));
            for (int i = 0; i < steps; i++) {
                harness.step();
            }
            harness.enqueueBarrier();
            while (harness.snapshotIfTaken() == null) {
                harness.step();
            }
            harness.restore(harness.snapshotIfTaken());
        }

        private void compare(OperatorHarness harness, List<String> expected) {
            List<String> all = new ArrayList<>(harness.take());
            // A restored operator repeats its watermark; consumers take no notice.
            all.removeIf(element -> element.startsWith("WM(") && !expected.contains(element));
            for (int i = all.size() - 1; i > 0; i--) {
                if (all.get(i).startsWith("WM(") && all.indexOf(all.get(i)) < i) {
                    all.remove(i);
                }
            }
            harness.take(LATE).forEach(late -> all.add("late " + late.substring(0, late.lastIndexOf('@'))));
            assertThat(sorted(all)).isEqualTo(sorted(expected));
        }

        /** Keys fire in no promised order, so neighbours of one time are sorted. */
        private List<String> sorted(List<String> results) {
            List<String> sorted = new ArrayList<>();
            if (windows.firing == Firing.CONTINUOUS) {
                // By when they are due, which the results do not tell.
                results.stream().sorted().forEach(sorted::add);
                return sorted;
            }
            for (int from = 0, to; from < results.size(); from = to) {
                for (to = from + 1; to < results.size() && time(results.get(to)).equals(time(results.get(from))); ) {
                    to++;
                }
                results.subList(from, to).stream().sorted().forEach(sorted::add);
            }
            return sorted;
        }

        private static String time(String result) {
            return result.substring(result.lastIndexOf('@') + 1);
        }

        @Override
        public String toString() {
            return windows.assigner + ", " + windows.trigger + ", lateness " + lateness + ", channels "
                    + channelWatermarks.length + (merges ? ", merged" : ", all records")
                    + (tinyCache ? ", tiny cache" : "") + ":" + story;
        }
    }
}
