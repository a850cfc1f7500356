package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.SlidingEventTimeWindows;
import io.tidemark.network.channel.ControlElement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Windows of every kind over changes of the parallelism, also in the middle of a firing: what a key gets is what an oracle of its
 * own says, which goes on from the event time that the key has seen.
 */
class WindowRescaleOracleTest {
    private static final int STREAMS = 30;
    private static final OutputTag<String> LATE = new OutputTag<>("late", Types.STRING);

    private static OperatorSpec sliding(int sizeMs, int slideMs, int latenessMs) {
        return new OperatorSpec.WindowSpec(
                SlidingEventTimeWindows.of(Duration.ofMillis(sizeMs), Duration.ofMillis(slideMs)),
                null,
                null,
                new JoinedRecords(),
                new JoinedWindow(),
                Types.LIST(Types.STRING).createSerializer(),
                latenessMs,
                LATE,
                null);
    }

    private static OperatorHarness.Builder builder(OperatorSpec spec, int subtask, int parallelism, Path checkpoints) {
        return OperatorHarness.of(spec)
                .keyedBy((String record) -> record.substring(0, 1), Types.STRING)
                .sideOutputs(LATE)
                .subtask(subtask, parallelism)
                .checkpointsIn(checkpoints)
                .withoutRestarts("it restores at random points itself");
    }

    private static List<String> taken(List<OperatorHarness> subtasks) {
        List<String> all = new ArrayList<>();
        for (OperatorHarness subtask : subtasks) {
            subtask.take().stream().filter(one -> !one.startsWith("WM")).forEach(all::add);
            subtask.take(LATE).forEach(late -> all.add("late " + late.substring(0, late.lastIndexOf('@'))));
        }
        all.sort(null);
        return all;
    }

    @Test
    void tm1_eachKeyGetsOverRescalesWhatItsRecordsAndItsEventTimeSay(@TempDir Path checkpoints) {
        play(checkpoints, STREAMS);
    }

    @Test
    @Tag("ci")
    void tm1_eachKeyGetsOverManyMoreRescalesWhatItsRecordsAndItsEventTimeSay(@TempDir Path checkpoints) {
        play(checkpoints, 5 * STREAMS);
    }

    private static void play(Path checkpoints, int streams) {
        long firstSeed = Long.getLong("tidemark.oracle.seed", System.nanoTime() >>> 8);
        System.out.println("window oracle over rescales: " + streams + " streams, seeds from " + firstSeed);
        for (long seed = firstSeed; seed < firstSeed + streams; seed++) {
            Stream stream = new Stream(seed, checkpoints.resolve("stream-" + seed));
            try {
                stream.play();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("stream of seed " + seed + ": " + stream.story, e);
            }
        }
    }

    /** Six keys, each with an oracle of its own, in subtasks of which there are now more and now fewer. */
    private static final class Stream {
        private static final int ACTIONS = 60;

        private final Random random;
        private final Path checkpoints;
        private final RandomWindows windows;
        private final OperatorSpec spec;
        private final Map<Character, Oracle> oracles = new TreeMap<>();
        private final List<OperatorHarness> subtasks = new ArrayList<>();
        private final StringBuilder story = new StringBuilder();
        private long time;
        private long nowMs;

        Stream(long seed, Path checkpoints) {
            this.random = new Random(seed);
            this.checkpoints = checkpoints;
            this.windows = RandomWindows.of(random);
            boolean merges = random.nextBoolean();
            long lateness = random.nextInt(3) == 0 ? random.nextInt(20) : 0;
            this.spec = windows.spec(merges, lateness, LATE);
            for (char key = 'a'; key < 'g'; key++) {
                oracles.put(key, windows.oracles().of(lateness, merges ? Comparator.naturalOrder() : null));
            }
            story.append(windows.assigner())
                    .append(", ")
                    .append(windows.trigger())
                    .append(", ")
                    .append(windows.evictor())
                    .append(", lateness ")
                    .append(lateness)
                    .append(merges ? ", merged:" : ", all records:");
        }

        void play() {
            try {
                open(1, null);
                for (int number = 0; number < ACTIONS; number++) {
                    time += random.nextInt(3);
                    compare(act(number), taken(subtasks));
                }
                List<String> expected = new ArrayList<>();
                oracles.values().forEach(oracle -> expected.addAll(oracle.watermark(Long.MAX_VALUE)));
                subtasks.forEach(one -> one.watermark(Long.MAX_VALUE));
                compare(expected, taken(subtasks));
            } finally {
                subtasks.forEach(OperatorHarness::close);
            }
        }

        private List<String> act(int number) {
            int what = random.nextInt(windows.usesClock() ? 14 : 12);
            if (what < 8) {
                String record = (char) ('a' + random.nextInt(6)) + "" + number;
                long timestamp = time - random.nextInt(25);
                story.append(' ').append(record).append('@').append(timestamp);
                subtasks.stream().filter(one -> one.owns(record)).forEach(one -> one.record(record, timestamp));
                return oracles.get(record.charAt(0)).record(record, timestamp);
            }
            if (what < 10) {
                OperatorHarness subtask = subtasks.get(random.nextInt(subtasks.size()));
                long to = time - random.nextInt(15);
                story.append(" WM")
                        .append(to)
                        .append('(')
                        .append(subtasks.indexOf(subtask))
                        .append(')');
                subtask.watermark(to);
                return watermark(subtask, to);
            }
            if (what < 12) {
                int parallelism = 1 + random.nextInt(3);
                story.append(" RESCALE").append(parallelism);
                if (what == 10) {
                    return rescaleInTheMiddle(parallelism);
                }
                rescale(parallelism);
                return List.of();
            }
            nowMs += random.nextInt(8);
            story.append(" PT").append(nowMs);
            subtasks.forEach(one -> one.processingTime(nowMs));
            return clock();
        }

        private List<String> watermark(OperatorHarness subtask, long to) {
            List<String> expected = new ArrayList<>();
            oracles.forEach((key, oracle) -> {
                if (subtask.owns(key.toString())) {
                    expected.addAll(oracle.watermark(to));
                }
            });
            return expected;
        }

        private List<String> clock() {
            List<String> expected = new ArrayList<>();
            oracles.values().forEach(oracle -> expected.addAll(oracle.clock(nowMs)));
            return expected;
        }

        private void open(int parallelism, List<HarnessSnapshot> from) {
            subtasks.forEach(OperatorHarness::close);
            subtasks.clear();
            for (int subtask = 0; subtask < parallelism; subtask++) {
                OperatorHarness.Builder builder =
                        builder(spec, subtask, parallelism, checkpoints).startingAtMs(nowMs);
                if (random.nextBoolean()) {
                    builder.takingOneAtATime();
                }
                subtasks.add(from == null ? builder.open() : builder.openRescaled(from));
            }
        }

        private void rescale(int parallelism) {
            List<HarnessSnapshot> from = new ArrayList<>();
            for (OperatorHarness subtask : subtasks) {
                HarnessSnapshot snapshot = subtask.snapshot();
                subtask.complete(snapshot);
                from.add(snapshot);
            }
            open(parallelism, from);
        }

        /**
         * One subtask is on its way to a watermark, or to a time of the wall clock, that the others have reached. Whatever it has not
         * done by the barrier is done after the restore, by whoever has its keys then.
         */
        private List<String> rescaleInTheMiddle(int parallelism) {
            boolean byClock = windows.usesClock() && random.nextBoolean();
            long to = time - random.nextInt(10);
            nowMs += byClock ? random.nextInt(8) : 0;
            OperatorHarness late = subtasks.get(random.nextInt(subtasks.size()));
            int steps = random.nextInt(12);
            story.append(" in the middle of ")
                    .append(subtasks.indexOf(late))
                    .append(byClock ? "PT" + nowMs : "WM" + to);
            story.append(" after ").append(steps);
            List<String> expected = new ArrayList<>(byClock ? clock() : List.of());
            List<String> emitted = new ArrayList<>();
            List<HarnessSnapshot> from = new ArrayList<>();
            for (OperatorHarness subtask : subtasks) {
                expected.addAll(byClock ? List.of() : watermark(subtask, to));
                if (byClock) {
                    subtask.setClock(nowMs);
                } else {
                    subtask.enqueue(0, 0, new ControlElement.Watermark(to));
                }
                HarnessSnapshot snapshot = snapshotAfter(subtask, subtask == late ? steps : 10_000);
                subtask.emittedBefore(snapshot).forEach(one -> emitted.add(one.toString()));
                from.add(snapshot);
            }
            open(parallelism, from);
            emitted.addAll(taken(subtasks));
            compare(expected, emitted);
            return List.of();
        }

        private static void compare(List<String> expected, List<String> emitted) {
            assertThat(withoutWatermarks(emitted)).isEqualTo(withoutWatermarks(expected));
        }

        private static List<String> withoutWatermarks(List<String> all) {
            return all.stream().filter(one -> !one.startsWith("WM")).sorted().toList();
        }
    }

    @Test
    void tm1_aMergeInTheMiddleOfAFiringFiresEachWindowForEachKeyOnce(@TempDir Path checkpoints) {
        for (int stopAfter = 0; stopAfter < 60; stopAfter += 3) {
            OperatorSpec spec = sliding(10, 5, 0);
            Path directory = checkpoints.resolve("stop-" + stopAfter);
            List<OperatorHarness> subtasks = new ArrayList<>();
            try {
                subtasks.add(builder(spec, 0, 2, directory).takingOneAtATime().open());
                subtasks.add(builder(spec, 1, 2, directory).takingOneAtATime().open());
                List<String> expected = new ArrayList<>();
                for (char key = 'a'; key <= 'z'; key++) {
                    String record = key + "1";
                    subtasks.stream().filter(one -> one.owns(record)).forEach(one -> one.record(record, 7));
                    expected.add(key + "[0,10)=" + record + "@9");
                    expected.add(key + "[5,15)=" + record + "@14");
                }
                subtasks.get(1).watermark(4);
                OperatorHarness firing = subtasks.get(0);
                HarnessSnapshot half = snapshotOnTheWay(firing, 20, stopAfter);
                List<String> fired = new ArrayList<>(firing.emittedBefore(half).stream()
                        .map(Emitted::toString)
                        .toList());
                HarnessSnapshot other = subtasks.get(1).snapshot();
                subtasks.forEach(OperatorHarness::close);
                subtasks.clear();
                for (int subtask = 0; subtask < 3; subtask++) {
                    subtasks.add(builder(spec, subtask, 3, directory).openRescaled(List.of(half, other)));
                }
                subtasks.forEach(one -> one.watermark(30));
                fired.addAll(taken(subtasks));
                assertThat(fired.stream().filter(one -> !one.startsWith("WM")))
                        .as("stopped after %s steps", stopAfter)
                        .containsExactlyInAnyOrderElementsOf(expected);
            } finally {
                subtasks.forEach(OperatorHarness::close);
            }
        }
    }

    /** A barrier comes so many steps after a watermark. */
    private static HarnessSnapshot snapshotOnTheWay(OperatorHarness firing, long watermark, int steps) {
        firing.enqueue(0, 0, new ControlElement.Watermark(watermark));
        return snapshotAfter(firing, steps);
    }

    private static HarnessSnapshot snapshotAfter(OperatorHarness firing, int steps) {
        for (int step = 0; step < steps && firing.step(); step++) {
            // Until the barrier comes, or there is nothing more to do.
        }
        firing.enqueueBarrier();
        for (int step = 0; step < 1000 && firing.snapshotIfTaken() == null; step++) {
            firing.step();
        }
        return firing.snapshotIfTaken();
    }

    @Test
    void tm1_aRecordAfterAMergeInTheMiddleOfAFiringIsInTheWindowsToCome(@TempDir Path checkpoints) {
        for (int stopAfter = 0; stopAfter < 90; stopAfter += 3) {
            OperatorSpec spec = sliding(10, 5, 0);
            Path directory = checkpoints.resolve("stop-" + stopAfter);
            List<OperatorHarness> subtasks = new ArrayList<>();
            try {
                subtasks.add(builder(spec, 0, 2, directory).takingOneAtATime().open());
                subtasks.add(builder(spec, 1, 2, directory).takingOneAtATime().open());
                List<String> expected = new ArrayList<>();
                for (char key = 'a'; key <= 'z'; key++) {
                    record(subtasks, key + "1", 7);
                    record(subtasks, key + "2", 17);
                    expected.add(key + "[15,25)=" + key + "2+" + key + "3@24");
                }
                subtasks.get(1).watermark(4);
                HarnessSnapshot half = snapshotOnTheWay(subtasks.get(0), 20, stopAfter);
                HarnessSnapshot other = subtasks.get(1).snapshot();
                subtasks.forEach(OperatorHarness::close);
                subtasks.clear();
                for (int subtask = 0; subtask < 3; subtask++) {
                    subtasks.add(builder(spec, subtask, 3, directory).openRescaled(List.of(half, other)));
                }
                for (char key = 'a'; key <= 'z'; key++) {
                    record(subtasks, key + "3", 18);
                }
                subtasks.forEach(one -> one.watermark(30));
                assertThat(taken(subtasks).stream().filter(one -> one.contains("[15,25)")))
                        .as("stopped after %s steps", stopAfter)
                        .containsExactlyInAnyOrderElementsOf(expected);
            } finally {
                subtasks.forEach(OperatorHarness::close);
            }
        }
    }

    private static void record(List<OperatorHarness> subtasks, String record, long timestamp) {
        subtasks.stream().filter(one -> one.owns(record)).forEach(one -> one.record(record, timestamp));
    }
}
