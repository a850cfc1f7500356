package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.eventtime.Watermark;
import io.tidemark.api.eventtime.WatermarkGenerator;
import io.tidemark.api.eventtime.WatermarkOutput;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.operator.SplitAssignment;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.TriggerResult;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.network.channel.ControlElement;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One operator at a parallelism that changes: TM-1 and the traps on it. */
class RescaleTest {
    private static final OutputTag<String> LATE = new OutputTag<>("late", Types.STRING);

    @TempDir
    private Path checkpoints;

    private final List<OperatorHarness> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(OperatorHarness::close);
    }

    /** All subtasks, fresh or from those before. */
    private List<OperatorHarness> subtasks(int parallelism, OperatorSpec spec, List<HarnessSnapshot> from) {
        List<OperatorHarness> subtasks = new ArrayList<>();
        for (int subtask = 0; subtask < parallelism; subtask++) {
            OperatorHarness.Builder builder = builder(subtask, parallelism, spec);
            subtasks.add(from.isEmpty() ? builder.open() : builder.openRescaled(from));
        }
        open.addAll(subtasks);
        return subtasks;
    }

    private OperatorHarness.Builder builder(int subtask, int parallelism, OperatorSpec spec) {
        return OperatorHarness.of(spec)
                .keyedBy((String record) -> record.substring(0, 1), Types.STRING)
                .sideOutputs(LATE)
                .subtask(subtask, parallelism)
                .checkpointsIn(checkpoints)
                .withoutRestarts("every story restores all subtasks itself, at another parallelism");
    }

    private List<OperatorHarness> rescaled(List<OperatorHarness> before, int parallelism, OperatorSpec spec) {
        return subtasks(parallelism, spec, snapshots(before));
    }

    private static List<HarnessSnapshot> snapshots(List<OperatorHarness> subtasks) {
        List<HarnessSnapshot> snapshots = new ArrayList<>();
        for (OperatorHarness subtask : subtasks) {
            HarnessSnapshot snapshot = subtask.snapshot();
            subtask.complete(snapshot);
            snapshots.add(snapshot);
        }
        return snapshots;
    }

    private static void record(List<OperatorHarness> subtasks, String record, long timestamp) {
        subtasks.stream().filter(subtask -> subtask.owns(record)).forEach(subtask -> subtask.record(record, timestamp));
    }

    private static List<String> taken(List<OperatorHarness> subtasks) {
        return subtasks.stream()
                .flatMap(subtask -> subtask.take().stream())
                .filter(element -> !element.startsWith("WM"))
                .sorted()
                .toList();
    }

    private static List<String> late(List<OperatorHarness> subtasks) {
        return subtasks.stream()
                .flatMap(subtask -> subtask.take(LATE).stream())
                .sorted()
                .toList();
    }

    private static void all(List<OperatorHarness> subtasks, Consumer<OperatorHarness> act) {
        subtasks.forEach(act);
    }

    private static OperatorSpec window(long latenessMs, boolean withTrigger) {
        return new OperatorSpec.WindowSpec(
                TumblingEventTimeWindows.of(Duration.ofMillis(10)),
                withTrigger ? new AtTheEnd() : null,
                null,
                null,
                new ListedWindow(),
                Types.STRING.createSerializer(),
                latenessMs,
                LATE);
    }

    /** What the operator that needs no trigger does, as a trigger. */
    private static final class AtTheEnd extends Trigger<Object, TimeWindow> {
        private static final long serialVersionUID = 1L;

        @Override
        public TriggerResult onElement(Object element, long timestamp, TimeWindow window, TriggerContext context) {
            if (window.maxTimestamp() <= context.getCurrentWatermark()) {
                return TriggerResult.FIRE;
            }
            context.registerEventTimeTimer(window.maxTimestamp());
            return TriggerResult.CONTINUE;
        }

        @Override
        public TriggerResult onEventTime(long time, TimeWindow window, TriggerContext context) {
            return time == window.maxTimestamp() ? TriggerResult.FIRE : TriggerResult.CONTINUE;
        }

        @Override
        public TriggerResult onProcessingTime(long time, TimeWindow window, TriggerContext context) {
            return TriggerResult.CONTINUE;
        }

        @Override
        public void clear(TimeWindow window, TriggerContext context) {
            context.deleteEventTimeTimer(window.maxTimestamp());
        }
    }

    /** Keys of the first and of the second of two subtasks. */
    private static String[] keys(List<OperatorHarness> two) {
        String[] keys = new String[2];
        for (char key = 'a'; key <= 'z'; key++) {
            keys[two.get(0).owns(String.valueOf(key)) ? 0 : 1] = String.valueOf(key);
        }
        return keys;
    }

    @Test
    void trP6_timersOnManyKeysFireOnceEachOnTheirKeyOverTwoRescales() {
        OperatorSpec spec = new OperatorSpec.KeyedProcessSpec(new TimerScript(Map.of()));
        List<OperatorHarness> two = subtasks(2, spec, List.of());
        List<String> expected = new ArrayList<>();
        for (char key = 'a'; key <= 'z'; key++) {
            int time = 10 + key - 'a';
            record(two, key + ":E" + time + ",P" + time, 1);
            expected.add(key + "!" + time + "E");
            expected.add(key + "!" + time + "P");
        }
        List<String> fired = new ArrayList<>();
        List<OperatorHarness> now = two;
        long watermark = 10;
        for (int parallelism : new int[] {3, 2, 1, 5}) {
            now = rescaled(now, parallelism, spec);
            long to = watermark += 5;
            all(now, subtask -> subtask.watermark(to));
            all(now, subtask -> subtask.processingTime(to));
            fired.addAll(taken(now));
        }
        all(now, subtask -> subtask.watermark(100));
        all(now, subtask -> subtask.processingTime(101));
        fired.addAll(taken(now));
        assertThat(fired.stream().map(line -> line.replaceAll("\\(.*", "")))
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    private void keysKeepTheirLateBound(OperatorSpec spec) {
        List<OperatorHarness> two = subtasks(2, spec, List.of());
        String ahead = keys(two)[0];
        String behind = keys(two)[1];
        two.get(0).watermark(19);
        two.get(1).watermark(5);
        List<OperatorHarness> one = rescaled(two, 1, spec);
        // Once more, so that the bound itself goes through a snapshot.
        one = rescaled(one, 3, spec);
        one = rescaled(one, 1, spec);
        record(one, ahead + "1", 12);
        record(one, behind + "1", 7);
        assertThat(late(one)).containsExactly(ahead + "1@12");
        all(one, subtask -> subtask.watermark(9));
        assertThat(taken(one)).containsExactly(behind + "[0,10)=" + behind + "1@9");
        record(one, ahead + "2", 20);
        record(one, behind + "2", 12);
        assertThat(late(one)).isEmpty();
        all(one, subtask -> subtask.watermark(29));
        assertThat(taken(one))
                .containsExactlyInAnyOrder(ahead + "[20,30)=" + ahead + "2@29", behind + "[10,20)=" + behind + "2@19");
        record(one, ahead + "3", 29);
        record(one, behind + "3", 29);
        assertThat(late(one)).hasSize(2);
    }

    @Test
    void tm1_afterAMergeNothingDroppedBeforeIsTakenAndNothingIsLateThatWasNot() {
        keysKeepTheirLateBound(window(0, false));
    }

    @Test
    void tm1_theSameHoldsForWindowsWithATrigger() {
        keysKeepTheirLateBound(window(0, true));
    }

    private void windowsThatFiredBeforeDoNotFireAgain(OperatorSpec spec) {
        List<OperatorHarness> two = subtasks(2, spec, List.of());
        String ahead = keys(two)[0];
        String behind = keys(two)[1];
        record(two, ahead + "1", 1);
        record(two, behind + "1", 2);
        two.get(0).watermark(15);
        two.get(1).watermark(5);
        assertThat(taken(two)).containsExactly(ahead + "[0,10)=" + ahead + "1@9");
        List<OperatorHarness> one = rescaled(two, 1, spec);
        record(one, ahead + "2", 3);
        assertThat(taken(one))
                .as("in time by the lateness allowed, so it fires at once")
                .containsExactly(ahead + "[0,10)=" + ahead + "1+" + ahead + "2@9");
        all(one, subtask -> subtask.watermark(9));
        assertThat(taken(one)).containsExactly(behind + "[0,10)=" + behind + "1@9");
        all(one, subtask -> subtask.watermark(200));
        assertThat(taken(one)).isEmpty();
    }

    @Test
    void tm1_aWindowThatHasFiredForAKeyFiresAgainForItOnlyByALateRecord() {
        windowsThatFiredBeforeDoNotFireAgain(window(100, false));
    }

    @Test
    void tm1_soDoesOneWithATrigger() {
        windowsThatFiredBeforeDoNotFireAgain(window(100, true));
    }

    @Test
    void aMergeInTheMiddleOfAFiringFiresForEachKeyOnce() {
        for (int stopAfter = 0; stopAfter < 6; stopAfter++) {
            OperatorSpec spec = window(50, false);
            List<OperatorHarness> two = subtasks(2, spec, List.of());
            List<String> expected = new ArrayList<>();
            for (char key = 'a'; key <= 'z'; key++) {
                record(two, key + "1", 1);
                record(two, key + "2", 11);
                expected.add(key + "[0,10)=" + key + "1@9");
                expected.add(key + "[10,20)=" + key + "2@19");
            }
            two.get(1).watermark(4);
            List<String> fired = new ArrayList<>(taken(two));
            OperatorHarness firing = two.get(0);
            firing.enqueue(0, 0, new ControlElement.Watermark(19));
            firing.setOutputsBlocked(false);
            for (int step = 0; step < stopAfter; step++) {
                firing.step();
            }
            firing.enqueueBarrier();
            for (int step = 0; step < 1000 && firing.snapshotIfTaken() == null; step++) {
                firing.step();
            }
            // What it emitted before its barrier counts, what comes after it is lost with it.
            HarnessSnapshot half = firing.snapshotIfTaken();
            fired.addAll(
                    firing.emittedBefore(half).stream().map(Emitted::toString).toList());
            List<HarnessSnapshot> from =
                    List.of(half, snapshots(two.subList(1, 2)).get(0));
            List<OperatorHarness> three = subtasks(3, spec, from);
            all(three, subtask -> subtask.watermark(30));
            fired.addAll(taken(three));
            assertThat(fired.stream().filter(line -> !line.startsWith("WM")))
                    .as("stopped after %s steps", stopAfter)
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void tm1_aMergeOfASubtaskInAFiringWithOneThatIsThroughFiresForEachKeyOnce() {
        for (int stopAfter = 0; stopAfter < 30; stopAfter += 2) {
            OperatorSpec spec = window(50, false);
            List<OperatorHarness> two = new ArrayList<>();
            for (int subtask = 0; subtask < 2; subtask++) {
                two.add(builder(subtask, 2, spec).takingOneAtATime().open());
            }
            open.addAll(two);
            List<String> expected = new ArrayList<>();
            for (char key = 'a'; key <= 'z'; key++) {
                record(two, key + "1", 1);
                record(two, key + "2", 11);
                expected.add(key + "[0,10)=" + key + "1@9");
                expected.add(key + "[10,20)=" + key + "2@19");
            }
            two.get(1).watermark(19);
            List<String> fired = new ArrayList<>(taken(two));
            OperatorHarness firing = two.get(0);
            firing.enqueue(0, 0, new ControlElement.Watermark(19));
            for (int step = 0; step < stopAfter; step++) {
                firing.step();
            }
            firing.enqueueBarrier();
            for (int step = 0; step < 1000 && firing.snapshotIfTaken() == null; step++) {
                firing.step();
            }
            HarnessSnapshot half = firing.snapshotIfTaken();
            firing.emittedBefore(half).forEach(element -> fired.add(element.toString()));
            HarnessSnapshot through = snapshots(two.subList(1, 2)).get(0);
            List<OperatorHarness> one = subtasks(1, spec, List.of(half, through));
            all(one, subtask -> subtask.watermark(30));
            fired.addAll(taken(one));
            assertThat(fired.stream().filter(line -> !line.startsWith("WM")))
                    .as("stopped after %s steps", stopAfter)
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    private void aWindowOfAnotherSubtask(long latenessMs, String... late) {
        OperatorSpec spec = window(latenessMs, false);
        List<OperatorHarness> two = subtasks(2, spec, List.of());
        String behind = keys(two)[0];
        String ahead = keys(two)[1];
        record(two, behind + "1", 1);
        record(two, ahead + "1", 1);
        two.get(0).watermark(4);
        two.get(1).watermark(9);
        assertThat(taken(two)).containsExactly(ahead + "[0,10)=" + ahead + "1@9");
        List<OperatorHarness> four = rescaled(two, 4, spec);
        for (String record : late) {
            record(four, ahead + record, 5);
        }
        assertThat(late(four)).hasSize(late.length);
        all(four, subtask -> subtask.watermark(20));
        assertThat(taken(four)).containsExactly(behind + "[0,10)=" + behind + "1@9");
    }

    @Test
    void tm1_afterAScaleOutAWindowThatOthersHaveOpenTakesNothingLate() {
        aWindowOfAnotherSubtask(0, "2", "3");
    }

    @Test
    void tm1_afterAScaleOutAWindowThatOthersHaveOpenDoesNotFireAgain() {
        aWindowOfAnotherSubtask(50);
    }

    /** Emits what the record says at once. */
    private static final class AtOnce implements WatermarkGenerator<Object> {
        @Override
        public void onEvent(Object event, long eventTimestamp, WatermarkOutput output) {
            output.emitWatermark(new Watermark(eventTimestamp));
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    @Test
    void splitsAreDealtOutAnewWithTheirPositionsAndWatermarksAndNothingIsReadTwice() {
        HandSource source = new HandSource(UUID.randomUUID().toString(), false, List.of());
        OperatorSpec spec = new OperatorSpec.SourceReaderSpec(
                source,
                WatermarkStrategy.forGenerator(context -> new AtOnce())
                        .withTimestampAssigner((record, previous) ->
                                Long.parseLong(record.toString().substring(1))));
        List<OperatorHarness> readers = new ArrayList<>();
        for (int reader = 0; reader < 2; reader++) {
            OperatorHarness harness = OperatorHarness.of(spec)
                    .subtask(reader, 2)
                    .checkpointsIn(checkpoints)
                    .open();
            for (String split : reader == 0 ? List.of("a", "b", "c") : List.of("d")) {
                harness.record(new SplitAssignment<>(reader, new HandSource.Split(split, 0)));
            }
            harness.end();
            readers.add(harness);
        }
        open.addAll(readers);
        Random random = new Random(4);
        List<String> read = new ArrayList<>();
        List<String> written = new ArrayList<>();
        int next = 100;
        for (int parallelism : new int[] {3, 1, 4, 2}) {
            for (String split : List.of("a", "b", "c", "d")) {
                for (int i = random.nextInt(3); i >= 0; i--) {
                    String record = split + next++;
                    source.content().add(split, record);
                    written.add(record + "@" + record.substring(1));
                }
            }
            all(readers, OperatorHarness::run);
            List<HarnessSnapshot> snapshots = snapshots(readers);
            read.addAll(taken(readers));
            readers = new ArrayList<>();
            for (int reader = 0; reader < parallelism; reader++) {
                readers.add(OperatorHarness.of(spec)
                        .subtask(reader, parallelism)
                        .checkpointsIn(checkpoints)
                        .openRescaled(snapshots));
            }
            open.addAll(readers);
            for (OperatorHarness reader : readers) {
                for (String element : reader.take()) {
                    if (element.startsWith("WM")) {
                        assertThat(Long.parseLong(element.substring(3, element.length() - 1)))
                                .as("event time never goes back, nor beyond what the splits have said")
                                .isBetween(99L, (long) next);
                    }
                }
            }
        }
        all(readers, OperatorHarness::run);
        read.addAll(taken(readers));
        read.removeIf(element -> element.equals("IDLE") || element.equals("ACTIVE"));
        assertThat(read).containsExactlyInAnyOrderElementsOf(written);
    }
}
