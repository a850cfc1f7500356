package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.AsyncDataStream;
import io.tidemark.api.DataStream;
import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.config.RecordHandover;
import io.tidemark.api.function.CheckpointedFunction;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.FlatMapFunction;
import io.tidemark.api.function.FunctionInitializationContext;
import io.tidemark.api.function.FunctionSnapshotContext;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.MapFunction;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessFunction;
import io.tidemark.api.function.TimeDomain;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TumblingEventTimeWindows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a test sees of functions and operators through the kit. */
class StreamHarnessTest {
    private static final OutputTag<String> LATE = new OutputTag<>("late", Types.STRING);
    private static final ValueStateDescriptor<Integer> SEEN = new ValueStateDescriptor<>("seen", Types.INT);

    private final StreamHarness harness = StreamHarness.create();

    @AfterEach
    void close() {
        harness.close();
    }

    /** Counts the records of a key, and ten later says how many there were. */
    private static final class Counter extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;
        private transient ValueState<Integer> seen;

        @Override
        public void open(OpenContext context) {
            seen = getRuntimeContext().getState(SEEN);
        }

        @Override
        public void processElement(String record, Context context, Collector<String> out) throws Exception {
            Integer before = seen.value();
            seen.update(before == null ? 1 : before + 1);
            context.timerService().registerEventTimeTimer(context.timestamp() + 10);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) throws Exception {
            out.collect(context.getCurrentKey() + seen.value());
        }
    }

    /** Keeps what it should have kept as state in a field. */
    private static final class Forgetful extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;
        private final Set<String> known = new TreeSet<>();

        @Override
        public void processElement(String record, Context context, Collector<String> out) {
            if (known.add(record)) {
                out.collect(record);
            }
        }
    }

    /** Says each word again a little later. */
    private static final class Reminder extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String word, Context context, Collector<String> out) {
            context.timerService()
                    .registerProcessingTimeTimer(context.timerService().currentProcessingTime() + 100);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext context, Collector<String> out) {
            out.collect(context.getCurrentKey());
        }
    }

    /** Takes nothing. */
    private static final class Picky extends ProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String word, Context context, Collector<String> out) {
            throw new IllegalArgumentException("no " + word);
        }
    }

    /** Emits one list over and over, with more in it each time. */
    private static final class Hoarder implements FlatMapFunction<String, List<String>> {
        private static final long serialVersionUID = 1L;

        @Override
        public void flatMap(String word, Collector<List<String>> out) {
            List<String> all = new ArrayList<>();
            for (String letter : word.split("")) {
                all.add(letter);
                out.collect(all);
            }
        }
    }

    /** Cannot be part of a snapshot. */
    private static final class Unsavable implements MapFunction<String, String>, CheckpointedFunction {
        private static final long serialVersionUID = 1L;

        @Override
        public String map(String word) {
            return word;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            throw new IllegalStateException("not now");
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {}
    }

    private SingleOutputStreamOperator<String> counted(DataStream<String> words) {
        return words.keyBy(word -> word.substring(0, 1), Types.STRING)
                .process(new Counter())
                .uid("counter");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void recordsGoInAndComeOutInOrderWithWatermarksBetweenThem(boolean restoring) {
        if (!restoring) {
            harness.withoutRestarts("the same with restarts is the other case");
        }
        TestInput<String> words = harness.input(String.class);
        TestOutput<String> counts = harness.output(counted(words.stream()));

        words.record("a1", 1).record("b1", 2).record("a2", 3).watermark(12);

        assertThat(counts.take())
                .containsExactly(Element.record("a2", 11), Element.record("b1", 12), Element.watermark(12));
        words.end();
        assertThat(counts.take())
                .containsExactly(Element.record("a2", 13), Element.watermark(Long.MAX_VALUE), Element.end());
    }

    @Test
    void stateAndTimersAreThereToLookAt() {
        TestInput<String> words = harness.input(String.class);
        harness.output(counted(words.stream()));

        words.record("a1", 1).record("b1", 2).record("a2", 3);

        OperatorView counter = harness.operator("counter");
        assertThat(counter.values(SEEN)).hasSize(2).containsEntry("a", 2).containsEntry("b", 1);
        assertThat(counter.value(SEEN, "nobody")).isNull();
        assertThat(counter.timers())
                .containsExactly(PendingTimer.event("a", 11), PendingTimer.event("b", 12), PendingTimer.event("a", 13));
        assertThat(counter.timers().get(0).domain()).isEqualTo(TimeDomain.EVENT_TIME);
    }

    @Test
    void aFunctionThatKeepsStateInAFieldIsFoundOut() {
        TestInput<String> words = harness.input(String.class);
        TestOutput<String> first =
                harness.output(words.stream().keyBy(word -> word, Types.STRING).process(new Forgetful()));

        words.record("a").record("a");

        assertThat(first.takeValues()).containsExactly("a", "a");
    }

    @Test
    void aFunctionThatKeepsStateInAFieldPassesWhereNothingIsRestored() {
        harness.withoutRestarts("what happens without is what this is about");
        TestInput<String> words = harness.input(String.class);
        TestOutput<String> first =
                harness.output(words.stream().keyBy(word -> word, Types.STRING).process(new Forgetful()));

        words.record("a").record("a");

        assertThat(first.takeValues()).containsExactly("a");
    }

    @Test
    void aRestoreUndoesWhatCameSinceTheSnapshot() {
        harness.withoutRestarts("restoring is what this is about");
        TestInput<String> words = harness.input(String.class);
        TestOutput<String> counts = harness.output(counted(words.stream()));
        words.record("a1", 1);
        Snapshot snapshot = harness.snapshot();
        words.record("a2", 1).watermark(20);

        harness.restore(snapshot);

        assertThat(counts.take()).isEmpty();
        words.watermark(20);
        assertThat(counts.takeValues()).containsExactly("a1");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7})
    void aSnapshotIsRestoredAtAnyParallelism(int parallelism) {
        TestInput<String> words = harness.parallelism(2).input(String.class);
        TestOutput<String> counts = harness.output(counted(words.stream()));
        for (char key = 'a'; key <= 'j'; key++) {
            words.record(key + "1", 1).record(key + "2", 1);
        }

        harness.restore(harness.snapshot(), parallelism);
        words.record("a3", 1).watermark(11);

        assertThat(counts.takeValues())
                .containsExactlyInAnyOrder("a3", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2", "j2");
    }

    @Test
    void aSnapshotOfAnEarlierVersionOfTheJobIsASavepoint() {
        TestInput<String> words = harness.input(String.class);
        harness.output(counted(words.stream()));
        words.record("a1", 1);
        try (StreamHarness next = StreamHarness.create()) {
            TestInput<String> more = next.input(String.class);
            TestOutput<String> counts = next.output(
                    counted(more.stream().filter(word -> !word.isEmpty())).map(String::toUpperCase));
            next.restore(harness.snapshot());

            more.record("a2", 1).watermark(11);

            assertThat(counts.takeValues()).containsExactly("A2");
        }
    }

    @Test
    void aSnapshotWithStateThatTheJobHasNotIsRefusedAndSaysWhatToDo() {
        TestInput<String> words = harness.input(String.class);
        harness.output(counted(words.stream()));
        words.record("a1", 1);
        try (StreamHarness next = StreamHarness.create()) {
            TestInput<String> more = next.input(String.class);
            next.output(more.stream());

            assertThatThrownBy(() -> next.restore(harness.snapshot()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("counter")
                    .hasMessageContaining("Give operators the uids they had");
        }
    }

    @Test
    void windowsFireAndLateRecordsGoAsideAndAreCounted() {
        TestInput<String> words = harness.input(String.class);
        SingleOutputStreamOperator<String> windows = words.stream()
                .keyBy(word -> word.substring(0, 1), Types.STRING)
                .window(TumblingEventTimeWindows.of(Duration.ofMillis(10)))
                .sideOutputLateData(LATE)
                .reduce((a, b) -> a + b)
                .uid("windows");
        TestOutput<String> fired = harness.output(windows);
        TestOutput<String> late = harness.output(windows.getSideOutput(LATE));

        words.record("a1", 1).record("a2", 9).record("b1", 12).watermark(9).record("a3", 3);

        assertThat(fired.take()).containsExactly(Element.record("a1a2", 9), Element.watermark(9));
        assertThat(late.takeRecords()).containsExactly(Element.record("a3", 3));
        assertThat(harness.operator("windows").lateSentAside()).isEqualTo(1);
        assertThat(harness.operator("windows").lateDropped()).isZero();
        assertThat(harness.operator("windows").watermark()).isEqualTo(9);
    }

    @Test
    void everyChannelOfAnInputHasItsOwnEventTimeAndIdleness() {
        TestInput<String> words = harness.input(Types.STRING, 2);
        TestOutput<String> out = harness.output(words.stream().map(word -> word, Types.STRING));

        words.channel(0).watermark(10);
        assertThat(out.take()).isEmpty();
        words.channel(1).watermark(5);
        assertThat(out.take()).containsExactly(Element.watermark(5));
        words.channel(1).idle();
        assertThat(out.take()).containsExactly(Element.watermark(10));
        words.channel(0).idle();
        assertThat(out.take()).containsExactly(Element.idle());
        words.channel(0).record("a", 11);
        assertThat(out.take()).containsExactly(Element.active(), Element.record("a", 11));
    }

    @Test
    void theWallClockStandsStillUntilItIsSet() {
        TestInput<String> words = harness.input(String.class);
        TestOutput<String> out =
                harness.output(words.stream().keyBy(word -> word, Types.STRING).process(new Reminder()));

        words.record("tea");
        assertThat(harness.operator().timers()).containsExactly(PendingTimer.processing("tea", 100));
        harness.advanceProcessingTime(Duration.ofMillis(99));
        assertThat(out.take()).isEmpty();

        harness.advanceProcessingTime(Duration.ofMillis(2));
        assertThat(out.take()).containsExactly(Element.record("tea"));
    }

    @Test
    void aBlockedOutputHoldsTheWorkUpAndASnapshotInTheMiddleLosesNothing() {
        harness.withoutRestarts("restoring is what this is about");
        TestInput<String> words = harness.input(String.class);
        TestOutput<String> counts = harness.output(counted(words.stream()));
        words.record("a1", 1).record("b1", 1).record("c1", 1);
        counts.blockAfter(1);
        words.watermark(11);
        assertThat(counts.takeValues()).containsExactly("a1");

        Snapshot halfway = harness.snapshot();
        counts.unblock();
        assertThat(counts.take())
                .containsExactly(Element.record("b1", 11), Element.record("c1", 11), Element.watermark(11));

        harness.restore(halfway);
        assertThat(counts.take())
                .containsExactly(Element.record("b1", 11), Element.record("c1", 11), Element.watermark(11));
    }

    @Test
    void whatAFunctionThrowsIsTheCauseOfTheFailure() {
        TestInput<String> words = harness.input(String.class);
        harness.output(words.stream().process(new Picky()).name("picky"));

        assertThatThrownBy(() -> words.record("spam"))
                .isInstanceOf(OperatorFailedException.class)
                .hasMessageContaining("picky")
                .hasRootCauseInstanceOf(IllegalArgumentException.class)
                .hasRootCauseMessage("no spam");
    }

    @Test
    void aRecordThatIsChangedAfterItWasEmittedIsFoundOut() {
        TestInput<String> words = harness.input(String.class);
        harness.output(words.stream().flatMap(new Hoarder(), Types.LIST(Types.STRING)));

        assertThatThrownBy(() -> words.record("ab"))
                .isInstanceOf(OperatorFailedException.class)
                .hasMessageContaining("a record was changed after it was emitted");
    }

    @Test
    void aRecordThatIsChangedAfterItWasEmittedIsNoMatterWhereTheJobHasRecordsCopied() {
        harness.configure(Configuration.empty().with(JobOptions.RECORD_HANDOVER, RecordHandover.COPY));
        TestInput<String> words = harness.input(String.class);
        TestOutput<List<String>> lists =
                harness.output(words.stream().flatMap(new Hoarder(), Types.LIST(Types.STRING)));

        words.record("ab");

        assertThat(lists.takeValues()).containsExactly(List.of("a"), List.of("a", "b"));
    }

    @Test
    void whatAFunctionThrowsAtASnapshotIsTheCauseToo() {
        TestInput<String> words = harness.input(String.class);
        harness.output(words.stream().map(new Unsavable()));

        assertThatThrownBy(() -> words.record("a"))
                .isInstanceOf(OperatorFailedException.class)
                .hasRootCauseMessage("not now");
    }

    @Test
    void requestsAreAnsweredByHandAndAnOperatorThatIsFullIsRestoredLater() {
        OpenRequests.forget();
        TestInput<String> words = harness.input(String.class);
        TestOutput<String> answers =
                harness.output(AsyncDataStream.orderedWait(words.stream(), new OpenRequests(), 0, TimeUnit.SECONDS, 1));

        words.record("a", 1).record("b", 2);
        assertThat(OpenRequests.open()).containsExactly("a");
        OpenRequests.answer("a", "A");
        harness.advanceProcessingTime(Duration.ZERO);
        assertThat(answers.takeValues()).containsExactly("A");
        assertThatThrownBy(harness::finish)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the job has not ended");

        OpenRequests.answer("b", "B");
        harness.finish();
        assertThat(answers.takeValues()).containsExactly("B");
    }

    @Test
    void sourcesAndSinksRunAsTheyAre() {
        HandSink sink = new HandSink("stream-harness");
        harness.withoutRestarts("restoring is what this is about");
        harness.environment().fromData(List.of("a", "b"), Types.STRING).sinkTo(sink);

        harness.start();
        assertThat(sink.take()).doesNotContain("commit [a+b]");
        harness.finish();

        assertThat(sink.take()).contains("commit [a+b]", "close");
    }

    @Test
    void anOperatorThatIsNotThereIsAnErrorThatNamesThoseThatAre() {
        TestInput<String> words = harness.input(String.class);
        harness.output(counted(words.stream()));

        assertThatThrownBy(() -> harness.operator("count"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("\"count\"")
                .hasMessageContaining("uid \"counter\"");
    }

    @Test
    void describingMoreAfterTheStartIsRefused() {
        TestInput<String> words = harness.input(String.class);
        harness.output(words.stream());
        words.record("a");

        assertThatThrownBy(() -> harness.input(String.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("before the first record");
    }
}
