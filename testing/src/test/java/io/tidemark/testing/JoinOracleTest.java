package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.CoGroupedStreams;
import io.tidemark.api.DataStream;
import io.tidemark.api.JoinedStreams;
import io.tidemark.api.function.CoGroupFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessJoinFunction;
import io.tidemark.api.type.TaggedUnion;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.Window;
import io.tidemark.api.window.WindowAssigner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Joins and co-groups in windows, and interval joins, against all records in memory, in random streams over restores and changes of
 * the parallelism. A record is a letter, its key, and a number; those of even numbers are of the left stream.
 */
class JoinOracleTest {
    private static final int STREAMS = 20;
    private static final int ACTIONS = 40;

    @Test
    void someRandomStreamsAreJoinedAsAllRecordsInMemorySay() {
        run(STREAMS);
    }

    @Test
    @Tag("ci")
    void manyRandomStreamsAreJoinedAsAllRecordsInMemorySay() {
        run(5 * STREAMS);
    }

    private static void run(int streams) {
        long firstSeed = Long.getLong("tidemark.oracle.seed", System.nanoTime() >>> 8);
        System.out.println("join oracle: " + streams + " streams, seeds from " + firstSeed);
        for (long seed = firstSeed; seed < firstSeed + streams; seed++) {
            Stream stream = new Stream(seed);
            try {
                stream.play();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("stream of seed " + seed + ": " + stream.story, e);
            }
        }
    }

    /** Says what comes out of two streams. */
    private interface Joined {
        List<String> record(String value, long timestamp);

        List<String> watermark(long to);
    }

    /** The windows of both streams together, of which each result is what the function makes of one window. */
    private record InWindows(Oracle oracle, boolean pairs) implements Joined {
        @Override
        public List<String> record(String value, long timestamp) {
            return joined(oracle.record(value, timestamp));
        }

        @Override
        public List<String> watermark(long to) {
            return joined(oracle.watermark(to));
        }

        /** Of each {@code a[0,10)=a1+a2@9}. */
        private List<String> joined(List<String> windows) {
            List<String> results = new ArrayList<>();
            for (String window : windows) {
                if (!window.contains("=")) {
                    continue;
                }
                int at = window.lastIndexOf('@');
                List<String> all =
                        List.of(window.substring(window.indexOf('=') + 1, at).split("\\+"));
                List<String> left = all.stream().filter(JoinOracleTest::isLeft).toList();
                List<String> right = all.stream().filter(one -> !isLeft(one)).toList();
                if (!pairs) {
                    results.add(String.join(",", left) + "|" + String.join(",", right) + window.substring(at));
                    continue;
                }
                for (String one : left) {
                    right.forEach(other -> results.add(one + "+" + other + window.substring(at)));
                }
            }
            return results;
        }
    }

    /** All pairs of records of which neither was late and the right one is so long after the left one. */
    private static final class InIntervals implements Joined {
        private record Came(String value, long timestamp) {}

        private final long lowerMs;
        private final long upperMs;
        private final List<Came> all = new ArrayList<>();
        private long watermark = Long.MIN_VALUE;

        InIntervals(long lowerMs, long upperMs) {
            this.lowerMs = lowerMs;
            this.upperMs = upperMs;
        }

        @Override
        public List<String> record(String value, long timestamp) {
            List<String> pairs = new ArrayList<>();
            if (timestamp <= watermark) {
                return pairs;
            }
            Came came = new Came(value, timestamp);
            for (Came other : all) {
                Came left = isLeft(value) ? came : other;
                Came right = isLeft(value) ? other : came;
                long apart = right.timestamp - left.timestamp;
                if (isLeft(value) != isLeft(other.value)
                        && value.charAt(0) == other.value.charAt(0)
                        && apart >= lowerMs
                        && apart <= upperMs) {
                    pairs.add(left.value + "+" + right.value + "@" + Math.max(timestamp, other.timestamp));
                }
            }
            all.add(came);
            return pairs;
        }

        @Override
        public List<String> watermark(long to) {
            watermark = Math.max(watermark, to);
            return List.of();
        }
    }

    private static boolean isLeft(String record) {
        return Integer.parseInt(record.substring(1)) % 2 == 0;
    }

    private static final class Grouped implements CoGroupFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void coGroup(Iterable<String> first, Iterable<String> second, Collector<String> out) {
            out.collect(String.join(",", first) + "|" + String.join(",", second));
        }
    }

    private static final class Paired extends ProcessJoinFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String left, String right, Context context, Collector<String> out) {
            out.collect(left + "+" + right);
        }
    }

    private static final class Stream {
        private final Random random;
        private final StringBuilder story = new StringBuilder();
        private final long[] watermarks = {Long.MIN_VALUE, Long.MIN_VALUE};
        private Joined oracle;
        private TestInput<String> left;
        private TestInput<String> right;
        private long time;

        Stream(long seed) {
            random = new Random(seed);
        }

        void play() {
            try (StreamHarness harness = StreamHarness.create()) {
                harness.refusingEveryOtherTime(random.nextBoolean()).parallelism(1 + random.nextInt(3));
                if (random.nextInt(6) != 0) {
                    harness.withoutRestarts("there are many streams, and every sixth of them is restored");
                }
                left = harness.input(Types.STRING);
                right = harness.input(Types.STRING);
                TestOutput<String> output = harness.output(joined());
                for (int number = 0; number < ACTIONS; number++) {
                    time += random.nextInt(4);
                    compare(output, act(harness, number));
                }
                // One stream ends after the other, and the one that has ended holds nothing back.
                left.end();
                compare(output, oracle.watermark(watermarks[1]));
                right.end();
                compare(output, oracle.watermark(Long.MAX_VALUE));
            }
        }

        private DataStream<String> joined() {
            if (random.nextInt(3) == 0) {
                long lower = random.nextInt(21) - 10;
                long upper = lower + random.nextInt(12);
                story.append("interval from ")
                        .append(lower)
                        .append(" to ")
                        .append(upper)
                        .append(':');
                oracle = new InIntervals(lower, upper);
                return left.stream()
                        .keyBy(value -> value.substring(0, 1), Types.STRING)
                        .intervalJoin(right.stream().keyBy(value -> value.substring(0, 1), Types.STRING))
                        .between(Duration.ofMillis(lower), Duration.ofMillis(upper))
                        .process(new Paired(), Types.STRING)
                        .uid("joined");
            }
            boolean pairs = random.nextBoolean();
            RandomWindows windows = RandomWindows.ofAnyRecords(random);
            long lateness = random.nextInt(3) == 0 ? random.nextInt(20) : 0;
            story.append(pairs ? "pairs, " : "groups, ")
                    .append(windows.assigner())
                    .append(", ")
                    .append(windows.trigger())
                    .append(", lateness ")
                    .append(lateness)
                    .append(':');
            oracle = new InWindows(windows.oracles().of(lateness, null), pairs);
            return pairs ? pairs(windows, lateness) : groups(windows, lateness);
        }

        @SuppressWarnings("unchecked")
        private DataStream<String> pairs(RandomWindows windows, long lateness) {
            JoinedStreams.WithWindow<String, String, String, Window> joined = left.stream()
                    .join(right.stream())
                    .where(value -> value.substring(0, 1), Types.STRING)
                    .equalTo(value -> value.substring(0, 1), Types.STRING)
                    .window((WindowAssigner<TaggedUnion<String, String>, Window>) windows.assigner())
                    .allowedLateness(Duration.ofMillis(lateness));
            if (windows.trigger() != null) {
                joined.trigger((Trigger<TaggedUnion<String, String>, Window>) windows.trigger());
            }
            return joined.apply((first, second) -> first + "+" + second, Types.STRING)
                    .uid("joined");
        }

        @SuppressWarnings("unchecked")
        private DataStream<String> groups(RandomWindows windows, long lateness) {
            CoGroupedStreams.WithWindow<String, String, String, Window> joined = left.stream()
                    .coGroup(right.stream())
                    .where(value -> value.substring(0, 1), Types.STRING)
                    .equalTo(value -> value.substring(0, 1), Types.STRING)
                    .window((WindowAssigner<TaggedUnion<String, String>, Window>) windows.assigner())
                    .allowedLateness(Duration.ofMillis(lateness));
            if (windows.trigger() != null) {
                joined.trigger((Trigger<TaggedUnion<String, String>, Window>) windows.trigger());
            }
            return joined.apply(new Grouped(), Types.STRING).uid("joined");
        }

        private List<String> act(StreamHarness harness, int number) {
            int what = random.nextInt(16);
            if (what < 11) {
                String record = (char) ('a' + random.nextInt(4)) + "" + number;
                long timestamp = time - random.nextInt(20);
                story.append(' ').append(record).append('@').append(timestamp);
                (isLeft(record) ? left : right).record(record, timestamp);
                return oracle.record(record, timestamp);
            }
            if (what < 15) {
                int input = random.nextInt(2);
                long to = time - random.nextInt(15);
                story.append(" WM").append(to).append('(').append(input).append(')');
                (input == 0 ? left : right).watermark(to);
                watermarks[input] = Math.max(watermarks[input], to);
                return oracle.watermark(Math.min(watermarks[0], watermarks[1]));
            }
            int parallelism = 1 + random.nextInt(3);
            story.append(" RESCALE").append(parallelism);
            harness.restore(harness.snapshot(), parallelism);
            return List.of();
        }

        private static void compare(TestOutput<String> output, List<String> expected) {
            List<String> all = new ArrayList<>();
            output.takeRecords().forEach(one -> all.add(one.value() + "@" + one.timestamp()));
            all.sort(null);
            assertThat(all).isEqualTo(expected.stream().sorted().toList());
        }
    }
}
