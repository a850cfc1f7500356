package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.OutputTag;
import io.tidemark.api.type.Types;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.testing.RandomWindows.Order;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Windows of every kind, with every trigger and evictor, against oracles that have all records in memory, in random streams:
 * several keys and channels, disorder, equal timestamps, times at both ends of time, a wall clock that is set by hand, restores
 * anywhere. A failure names the seed of its stream; {@code -Dtidemark.oracle.seed} begins there.
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

    /** One stream, run on the operator and on the oracle. */
    private static final class Stream {
        private static final long[] BASES = {0, Long.MIN_VALUE + 1, Long.MAX_VALUE - 100, 1_700_000_000_000L};

        private final Random random;
        private final RandomWindows windows;
        private final long lateness;
        private final boolean merges;
        private final long base;
        private final int keys;
        private final RecordKeys recordKeys;
        private final long[] channelWatermarks;
        private final int disorder;
        private final boolean tinyCache;
        private final boolean restores;
        private final Oracle oracle;
        private final StringBuilder story = new StringBuilder();
        private int records;
        private long time;
        private long nowMs;

        Stream(long seed) {
            random = new Random(seed);
            windows = RandomWindows.of(random);
            lateness = lateness(random);
            merges = random.nextInt(4) != 0;
            base = BASES[random.nextInt(8) == 0 && windows.isAnywhere() ? 1 + random.nextInt(3) : 0];
            keys = 1 + random.nextInt(4);
            recordKeys = RecordKeys.values()[random.nextInt(2)];
            channelWatermarks = new long[1 + random.nextInt(3)];
            Arrays.fill(channelWatermarks, Long.MIN_VALUE);
            disorder = random.nextInt(40);
            tinyCache = random.nextInt(8) == 0;
            restores = random.nextInt(4) == 0;
            oracle = windows.oracles().of(lateness, merges ? Comparator.naturalOrder() : null);
        }

        /** None, some, or one that goes beyond the end of time. */
        private static long lateness(Random random) {
            int what = random.nextInt(30);
            return what == 0 ? Long.MAX_VALUE - random.nextInt(50) : what < 10 ? random.nextInt(30) : 0;
        }

        void run() {
            OperatorHarness.Builder builder = recordKeys
                    .apply(OperatorHarness.of(windows.spec(merges, lateness, LATE)))
                    .sideOutputs(LATE)
                    .channels(channelWatermarks.length)
                    .cacheBytes(tinyCache ? 1 : 1 << 20)
                    .withoutRestarts("it restores at random points itself");
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
            if (what < 10 || (what < 14 && !windows.usesClock())) {
                record(harness);
            } else if (what < 14) {
                clock(harness, what == 13 && restores);
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

        private void clock(OperatorHarness harness, boolean withBarrier) {
            nowMs += random.nextInt(10);
            story.append(" PT").append(nowMs);
            harness.setClock(nowMs);
            if (withBarrier) {
                barrierInTheMiddle(harness);
            } else {
                harness.run();
            }
            compare(harness, oracle.clock(nowMs));
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
                harness.enqueue(0, channel, new ControlElement.Watermark(to));
                barrierInTheMiddle(harness);
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

        /** A barrier comes some steps after what makes things happen, and then the operator is restored from there. */
        private void barrierInTheMiddle(OperatorHarness harness) {
            int steps = random.nextInt(6);
            story.append(" BARRIER after ").append(steps);
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
            assertThat(ordered(all)).isEqualTo(ordered(expected));
        }

        /** With what comes in no promised order sorted. */
        private List<String> ordered(List<String> results) {
            if (windows.order() == Order.BY_REGISTRATION) {
                return results;
            }
            if (windows.order() == Order.UNTOLD) {
                return results.stream().sorted().toList();
            }
            List<String> sorted = new ArrayList<>();
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
            return windows.assigner() + ", " + windows.trigger() + ", " + windows.evictor() + ", lateness " + lateness
                    + ", channels " + channelWatermarks.length + ", keys as " + recordKeys
                    + (merges ? ", merged" : ", all records")
                    + (tinyCache ? ", tiny cache" : "") + ":" + story;
        }
    }
}
