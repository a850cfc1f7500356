package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.SlidingEventTimeWindows;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.testing.WindowOracle.Firing;
import io.tidemark.testing.WindowOracle.Span;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Windows that share slices, over changes of the parallelism: what a key gets is what an oracle of its own says, which goes on
 * from the event time that the key has seen.
 */
class WindowRescaleOracleTest {
    private static final int STREAMS = 60;
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

    private static List<Span> spans(long timestamp, int size, int slide) {
        List<Span> spans = new ArrayList<>();
        for (long start = timestamp - Math.floorMod(timestamp, slide); start > timestamp - size; start -= slide) {
            spans.add(new Span(BigInteger.valueOf(start), BigInteger.valueOf(start + size)));
        }
        return spans;
    }

    private static OperatorHarness.Builder builder(OperatorSpec spec, int subtask, int parallelism, Path checkpoints) {
        return OperatorHarness.of(spec)
                .keyedBy((String record) -> record.substring(0, 1), Types.STRING)
                .sideOutputs(LATE)
                .subtask(subtask, parallelism)
                .checkpointsIn(checkpoints);
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
        long firstSeed = Long.getLong("tidemark.oracle.seed", System.nanoTime() >>> 8);
        System.out.println("window oracle over rescales: seeds from " + firstSeed);
        for (long seed = firstSeed; seed < firstSeed + STREAMS; seed++) {
            StringBuilder story = new StringBuilder();
            try {
                play(new Random(seed), checkpoints.resolve("stream-" + seed), story);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("stream of seed " + seed + ": " + story, e);
            }
        }
    }

    private static void play(Random random, Path checkpoints, StringBuilder story) {
        int size = 1 + random.nextInt(20);
        int slide = 1 + random.nextInt(8);
        int lateness = random.nextInt(3) == 0 ? random.nextInt(20) : 0;
        story.append(size).append(" by ").append(slide).append(", lateness ").append(lateness);
        OperatorSpec spec = sliding(size, slide, lateness);
        Map<Character, Oracle> oracles = new TreeMap<>();
        for (char key = 'a'; key < 'g'; key++) {
            oracles.put(
                    key,
                    new WindowOracle(
                            timestamp -> spans(timestamp, size, slide),
                            lateness,
                            Firing.AT_END,
                            1,
                            Comparator.naturalOrder()));
        }
        List<OperatorHarness> subtasks = new ArrayList<>();
        try {
            subtasks.add(builder(spec, 0, 1, checkpoints).open());
            long time = 0;
            for (int number = 0; number < 60; number++) {
                time += random.nextInt(3);
                List<String> expected = new ArrayList<>();
                int what = random.nextInt(12);
                if (what < 8) {
                    String record = (char) ('a' + random.nextInt(6)) + "" + number;
                    long timestamp = time - random.nextInt(25);
                    story.append(' ').append(record).append('@').append(timestamp);
                    expected.addAll(oracles.get(record.charAt(0)).record(record, timestamp));
                    subtasks.stream().filter(one -> one.owns(record)).forEach(one -> one.record(record, timestamp));
                } else if (what < 11) {
                    OperatorHarness subtask = subtasks.get(random.nextInt(subtasks.size()));
                    long to = time - random.nextInt(15);
                    story.append(" WM")
                            .append(to)
                            .append('(')
                            .append(subtasks.indexOf(subtask))
                            .append(')');
                    oracles.forEach((key, oracle) -> {
                        if (subtask.owns(key.toString())) {
                            expected.addAll(oracle.watermark(to));
                        }
                    });
                    subtask.watermark(to);
                } else {
                    int parallelism = 1 + random.nextInt(3);
                    story.append(" RESCALE").append(parallelism);
                    rescale(subtasks, spec, parallelism, checkpoints);
                }
                expected.removeIf(one -> one.startsWith("WM"));
                expected.sort(null);
                assertThat(taken(subtasks)).isEqualTo(expected);
            }
            List<String> expected = new ArrayList<>();
            oracles.values().forEach(oracle -> expected.addAll(oracle.watermark(Long.MAX_VALUE)));
            expected.removeIf(one -> one.startsWith("WM"));
            expected.sort(null);
            subtasks.forEach(one -> one.watermark(Long.MAX_VALUE));
            assertThat(taken(subtasks)).isEqualTo(expected);
        } finally {
            subtasks.forEach(OperatorHarness::close);
        }
    }

    private static void rescale(List<OperatorHarness> subtasks, OperatorSpec spec, int parallelism, Path checkpoints) {
        List<HarnessSnapshot> from = new ArrayList<>();
        for (OperatorHarness subtask : subtasks) {
            HarnessSnapshot snapshot = subtask.snapshot();
            subtask.complete(snapshot);
            from.add(snapshot);
            subtask.close();
        }
        subtasks.clear();
        for (int subtask = 0; subtask < parallelism; subtask++) {
            subtasks.add(builder(spec, subtask, parallelism, checkpoints).openRescaled(from));
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
        for (int step = 0; step < steps; step++) {
            firing.step();
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
