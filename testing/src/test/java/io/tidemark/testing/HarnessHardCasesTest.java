package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.AsyncDataStream;
import io.tidemark.api.function.BroadcastProcessFunction;
import io.tidemark.api.function.CheckpointedFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.FunctionInitializationContext;
import io.tidemark.api.function.FunctionSnapshotContext;
import io.tidemark.api.function.KeyedCoProcessFunction;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.MapFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.TimeDomain;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.StateTtlConfig;
import io.tidemark.api.state.TtlClock;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.CountTrigger;
import io.tidemark.api.window.EventTimeSessionWindows;
import io.tidemark.api.window.EventTimeTrigger;
import io.tidemark.api.window.GlobalWindows;
import io.tidemark.api.window.SlidingEventTimeWindows;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.api.window.TumblingProcessingTimeWindows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is hard to run by hand: functions that throw, work that stands still in the middle, state that ages, many kinds of timers. */
class HarnessHardCasesTest {
    private static final OutputTag<String> SIDE = new OutputTag<>("side", Types.STRING);
    private static final int KEYS = 12;

    private final StreamHarness harness = StreamHarness.create();

    @AfterEach
    void close() {
        harness.close();
    }

    // ------------------------------------------------------------------------------------ functions that throw

    /** Throws at records and at timers when their text says so. */
    private static final class Throwing extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String record, Context context, Collector<String> out) {
            if (record.endsWith("!")) {
                throw new IllegalArgumentException("not " + record);
            }
            context.timerService().registerEventTimeTimer(10);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
            throw new IllegalStateException("no time for " + context.getCurrentKey());
        }
    }

    @Test
    void aFailureNamesTheOperatorTheRecordAndTheStepOfTheTest() {
        TestInput<String> records = harness.input(Types.STRING, 2);
        harness.output(Piece.keyed(records.stream())
                .process(new Throwing())
                .name("picky")
                .uid("picky"));
        records.record("a1", 1);

        assertThatThrownBy(() -> records.channel(1).record("a2!", 7))
                .isInstanceOf(OperatorFailedException.class)
                .hasMessageContaining("picky")
                .hasMessageContaining("not a2!")
                .hasMessageEndingWith("It happened in step 2, record a2!@7 into input 0, channel 1.")
                .hasRootCauseMessage("not a2!");
    }

    @Test
    void aFailureOfATimerNamesTheWatermarkThatMadeItFire() {
        TestInput<String> records = harness.input(Types.STRING);
        harness.output(Piece.keyed(records.stream()).process(new Throwing()));
        records.record("a1", 1);

        assertThatThrownBy(() -> records.watermark(10))
                .hasMessageContaining("no time for a")
                .hasMessageEndingWith("It happened in step 2, watermark 10 into input 0.");
    }

    @Test
    void theTestGoesOnFromASnapshotOfBeforeTheFailure() {
        TestInput<String> records = harness.input(Types.STRING);
        TestOutput<String> out = harness.output(records.stream()
                .keyBy(record -> record, Types.STRING)
                .process(new Throwing())
                .uid("throwing"));
        records.record("a1", 1);
        Snapshot before = harness.snapshot();
        assertThatThrownBy(() -> records.record("a2!", 2)).isInstanceOf(OperatorFailedException.class);

        harness.restore(before);
        records.record("a3", 3).watermark(9);

        assertThat(out.take()).containsExactly(Element.watermark(9));
        assertThat(harness.operator("throwing").timers())
                .containsExactly(PendingTimer.event("a1", 10), PendingTimer.event("a3", 10));
    }

    /** Cannot be restored. */
    private static final class Unrestorable implements MapFunction<String, String>, CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        @Override
        public String map(String record) {
            return record;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {}

        @Override
        public void initializeState(FunctionInitializationContext context) {
            if (context.isRestored()) {
                throw new IllegalStateException("not again");
            }
        }
    }

    @Test
    void aFailureOfTheRestoreAfterAStepSaysThatItIsOne() {
        TestInput<String> records = harness.input(Types.STRING);
        harness.output(records.stream().map(new Unrestorable()));

        assertThatThrownBy(() -> records.record("a"))
                .hasMessageContaining("not again")
                .hasMessageEndingWith(
                        "It happened in step 0, the start, when everything was snapshotted and restored after it.");
    }

    // ------------------------------------------------------------------------------------ in the middle

    /** Emits, aside too, when its timers fire: one of each clock for each key. */
    private static final class TwoClocks extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String record, Context context, Collector<String> out) {
            context.timerService().registerEventTimeTimer(10);
            context.timerService().registerProcessingTimeTimer(10);
            context.timerService().setEventTimeTimer("named", 20);
            context.timerService().setProcessingTimeTimer("named", 20);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
            String text = context.getCurrentKey() + context.timeDomain() + context.timerName() + timestamp;
            out.collect(text);
            context.output(SIDE, text);
        }
    }

    private static List<String> keys() {
        List<String> keys = new ArrayList<>();
        for (char key = 'a'; key < 'a' + KEYS; key++) {
            keys.add(String.valueOf(key));
        }
        return keys;
    }

    private static List<String> fired(TimeDomain domain) {
        List<String> all = new ArrayList<>();
        keys().forEach(key -> {
            all.add(key + domain + "null10");
            all.add(key + domain + "named20");
        });
        return all;
    }

    @ParameterizedTest
    @EnumSource
    void aFiringThatStandsStillGoesOnAtAnotherParallelismWithBothItsOutputs(TimeDomain domain) {
        TestInput<String> records = harness.input(Types.STRING);
        var operator = Piece.keyed(records.stream()).process(new TwoClocks()).uid("clocks");
        TestOutput<String> main = harness.output(operator);
        TestOutput<String> side = harness.output(operator.getSideOutput(SIDE));
        keys().forEach(key -> records.record(key, 1));

        side.blockAfter(5);
        if (domain == TimeDomain.EVENT_TIME) {
            records.watermark(30);
        } else {
            harness.processingTime(30);
        }
        List<String> seen = new ArrayList<>(side.takeValues());
        assertThat(seen).hasSize(5);
        List<String> seenByMain = new ArrayList<>(main.takeValues());
        harness.restore(harness.snapshot(), 3);
        side.unblock();

        seen.addAll(side.takeValues());
        seenByMain.addAll(main.takeValues());
        assertThat(seen).containsExactlyInAnyOrderElementsOf(fired(domain));
        assertThat(seenByMain).containsExactlyInAnyOrderElementsOf(fired(domain));
    }

    /** Windows of all operators that there are for them. */
    private enum Windows {
        ALIGNED(WindowStory.of(TumblingEventTimeWindows.of(Duration.ofMillis(10)))),
        OF_ANY_TRIGGER(WindowStory.of(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                .trigger(new OtherTrigger<>(EventTimeTrigger.create()))),
        SLICED(WindowStory.of(SlidingEventTimeWindows.of(Duration.ofMillis(20), Duration.ofMillis(10)))
                .aggregate(new JoinedRecords(), new JoinedWindow(), Types.LIST(Types.STRING))),
        SESSIONS(WindowStory.of(EventTimeSessionWindows.withGap(Duration.ofMillis(10)))),
        SESSIONS_OF_ANY_TRIGGER(WindowStory.of(EventTimeSessionWindows.withGap(Duration.ofMillis(10)))
                .trigger(new OtherTrigger<>(EventTimeTrigger.create()))),
        GLOBAL(WindowStory.of(GlobalWindows.createWithEndOfStreamTrigger()).process(new ListedGlobal())),
        BY_THE_CLOCK(WindowStory.of(TumblingProcessingTimeWindows.of(Duration.ofMillis(10))));

        private final WindowStory story;

        Windows(WindowStory story) {
            this.story = story;
        }
    }

    /** All that comes out, with nothing in its way. */
    private static List<Object> undisturbed(Windows windows) {
        try (Piece piece = windows.story.in(StreamHarness.create())) {
            keys().forEach(key -> piece.record(key + "1", 1));
            fire(windows, piece);
            return piece.takeValues();
        }
    }

    private static void fire(Windows windows, Piece piece) {
        if (windows == Windows.BY_THE_CLOCK) {
            piece.processingTime(100);
        } else {
            piece.watermark(Long.MAX_VALUE);
        }
    }

    @ParameterizedTest
    @EnumSource
    void windowsThatStandStillInTheMiddleGoOnAtAnotherParallelism(Windows windows) {
        List<Object> seen;
        try (StreamHarness own = StreamHarness.create()) {
            Piece piece = windows.story.in(own);
            keys().forEach(key -> piece.record(key + "1", 1));
            piece.output().blockAfter(4);
            fire(windows, piece);
            seen = new ArrayList<>(piece.takeValues());
            assertThat(seen).hasSize(4);

            own.restore(own.snapshot(), 3);
            piece.output().unblock();
            seen.addAll(piece.takeValues());
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(undisturbed(windows));
    }

    /** Says what comes on its second input, and at event time what came on its first. */
    private static final class TwoInputs extends KeyedCoProcessFunction<String, String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement1(String record, Context context, Collector<String> out) {
            context.timerService().registerEventTimeTimer(10);
        }

        @Override
        public void processElement2(String record, Context context, Collector<String> out) {
            out.collect(record);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
            out.collect(context.getCurrentKey());
        }
    }

    @Test
    void recordsOfTheOtherInputWaitForAFiringThatStandsStill() {
        TestInput<String> first = harness.input(Types.STRING);
        TestInput<String> second = harness.input(Types.STRING);
        TestOutput<String> out = harness.output(Piece.keyed(first.stream())
                .connect(Piece.keyed(second.stream()))
                .process(new TwoInputs()));
        first.record("a", 1).record("b", 1).watermark(20);
        out.blockAfter(1);
        second.watermark(20).record("x", 21);
        assertThat(out.takeValues()).containsExactly("a");

        out.unblock();

        assertThat(out.takeValues()).containsExactly("b", "x");
    }

    @Test
    void aSnapshotMayBeRestoredTwiceAndAnOlderOneAfterIt() {
        TestInput<String> records = harness.input(Types.STRING);
        TestOutput<String> out = harness.output(Piece.keyed(records.stream())
                .countWindow(4)
                .reduce(new Concatenation())
                .uid("fours"));
        records.record("a1", 1);
        Snapshot one = harness.snapshot();
        records.record("a2", 1);
        Snapshot two = harness.snapshot();

        for (Snapshot snapshot : List.of(two, two, one)) {
            harness.restore(snapshot);
            records.record("a3", 1).record("a4", 1).record("a5", 1);
            assertThat(out.takeValues()).as(snapshot.toString()).containsExactly(snapshot == two ? "a1234" : "a1345");
        }
    }

    // ------------------------------------------------------------------------------------ looking inside

    @Test
    void timersOfBothClocksWithAndWithoutANameAreThereToLookAt() {
        TestInput<String> records = harness.input(Types.STRING);
        harness.output(Piece.keyed(records.stream()).process(new TwoClocks()).uid("clocks"));

        records.record("a", 1);

        assertThat(harness.operator("clocks").timers())
                .containsExactly(
                        PendingTimer.event("a", 10),
                        new PendingTimer(TimeDomain.EVENT_TIME, 20, "a", "named"),
                        PendingTimer.processing("a", 10),
                        new PendingTimer(TimeDomain.PROCESSING_TIME, 20, "a", "named"));
    }

    @Test
    void theTimersOfAWindowSayWhichWindowTheyAreOf() {
        Piece piece = WindowStory.of(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                .trigger(new OtherTrigger<>(EventTimeTrigger.create()))
                .in(harness);

        piece.record("a1", 12);

        assertThat(piece.operator().timers())
                .extracting(PendingTimer::namespace)
                .containsOnly(new TimeWindow(10, 20));
    }

    @Test
    void aCountWindowIsLookedAtWithoutTimers() {
        Piece piece = WindowStory.of(GlobalWindows.create())
                .trigger(CountTrigger.of(3))
                .process(new ListedGlobal())
                .in(harness);

        piece.record("a1", 12);

        assertThat(piece.operator().timers()).isEmpty();
    }

    private static final MapStateDescriptor<String, Long> RULES =
            new MapStateDescriptor<>("rules", Types.STRING, Types.LONG);

    /** Keeps how long each rule is. */
    private static final class Ruled extends BroadcastProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String record, ReadOnlyContext context, Collector<String> out) {
            out.collect(record);
        }

        @Override
        public void processBroadcastElement(String rule, Context context, Collector<String> out) throws Exception {
            context.getBroadcastState(RULES).put(rule, (long) rule.length());
        }
    }

    @Test
    void broadcastStateIsThereToLookAtOnceHoweverManySubtasksHaveIt() {
        TestInput<String> records = harness.input(Types.STRING);
        TestInput<String> rules = harness.input(Types.STRING);
        harness.parallelism(3)
                .output(records.stream()
                        .connect(rules.stream().broadcast(RULES))
                        .process(new Ruled())
                        .uid("ruled"));

        rules.record("no").record("never");

        assertThat(harness.operator("ruled").broadcast(RULES))
                .hasSize(2)
                .containsEntry("no", 2L)
                .containsEntry("never", 5L);
    }

    @Test
    void theCountersOfAJobThatIsFinishedAreThereToLookAt() {
        TestInput<String> records = harness.input(Types.STRING);
        harness.output(Piece.keyed(records.stream()).process(new TwoClocks()).uid("clocks"));
        records.record("a", 1);

        harness.finish();

        assertThat(harness.operator("clocks").counter("timers-dropped-at-end")).isEqualTo(2);
    }

    // ------------------------------------------------------------------------------------ state that ages

    /** Lets a record pass when its key has had none for a minute by a clock. */
    private static final class FirstInAMinute extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;
        private final ValueStateDescriptor<String> descriptor;
        private transient ValueState<String> last;

        FirstInAMinute(ValueStateDescriptor<String> descriptor) {
            this.descriptor = descriptor;
        }

        @Override
        public void open(OpenContext context) {
            last = getRuntimeContext().getState(descriptor);
        }

        @Override
        public void processElement(String record, Context context, Collector<String> out) throws Exception {
            if (last.value() == null) {
                out.collect(record);
            }
            last.update(record);
        }
    }

    private static ValueStateDescriptor<String> aging(TtlClock clock) {
        ValueStateDescriptor<String> descriptor = new ValueStateDescriptor<>("last", Types.STRING);
        descriptor.enableTimeToLive(
                StateTtlConfig.newBuilder(Duration.ofMinutes(1)).setClock(clock).build());
        return descriptor;
    }

    @Test
    void stateAgesByTheClockThatIsMovedByHand() {
        TestInput<String> records = harness.input(Types.STRING);
        TestOutput<String> out =
                harness.output(Piece.keyed(records.stream()).process(new FirstInAMinute(aging(TtlClock.PROCESSING))));

        records.record("a1");
        harness.advanceProcessingTime(Duration.ofSeconds(59));
        records.record("a2");
        harness.advanceProcessingTime(Duration.ofSeconds(59));
        records.record("a3");
        harness.advanceProcessingTime(Duration.ofSeconds(61));
        records.record("a4");

        assertThat(out.takeValues()).containsExactly("a1", "a4");
    }

    @Test
    void stateAgesWithTheWatermarkThatIsMovedByHand() {
        TestInput<String> records = harness.input(Types.STRING);
        TestOutput<String> out =
                harness.output(Piece.keyed(records.stream()).process(new FirstInAMinute(aging(TtlClock.EVENT))));

        records.watermark(0).record("a1", 1);
        harness.advanceProcessingTime(Duration.ofHours(1));
        records.watermark(59_000).record("a2", 59_001);
        records.watermark(120_000).record("a3", 120_001);

        assertThat(out.takeValues()).containsExactly("a1", "a3");
    }

    // ------------------------------------------------------------------------------------ answers

    @Test
    void recordsWithoutAnAnswerAreAskedForAgainAtAnotherParallelism() {
        OpenRequests.forget();
        TestInput<String> records = harness.input(Types.STRING);
        TestOutput<String> out = harness.output(
                AsyncDataStream.unorderedWait(records.stream(), new OpenRequests(), 1, TimeUnit.MINUTES, 10));
        records.record("a", 1).record("b", 2).record("c", 3);
        OpenRequests.answer("b", "B");
        Snapshot snapshot = harness.snapshot();
        OpenRequests.forget();

        harness.restore(snapshot, 2);
        OpenRequests.open().forEach(open -> OpenRequests.answer(open, open.toUpperCase(Locale.ROOT)));
        harness.advanceProcessingTime(Duration.ZERO);

        assertThat(out.takeValues()).containsExactlyInAnyOrder("A", "B", "C");
    }

    @Test
    void anAnswerThatDoesNotComeTimesOutByTheClockThatIsMovedByHand() {
        OpenRequests.forget();
        TestInput<String> records = harness.input(Types.STRING);
        TestOutput<String> out = harness.output(
                AsyncDataStream.orderedWait(records.stream(), new OpenRequests("too late"), 1, TimeUnit.MINUTES, 10));

        records.record("a", 1);
        harness.advanceProcessingTime(Duration.ofSeconds(61));

        assertThat(out.takeValues()).containsExactly("too late");
    }
}
