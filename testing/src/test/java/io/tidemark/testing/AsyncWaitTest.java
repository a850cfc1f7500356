package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.AsyncDataStream;
import io.tidemark.api.DataStream;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.EventTimeExtension;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.NonPartitionedContext;
import io.tidemark.api.function.OneInputStreamProcessFunction;
import io.tidemark.api.function.PartitionedContext;
import io.tidemark.api.function.async.AsyncFunction;
import io.tidemark.api.function.async.AsyncRetryStrategies;
import io.tidemark.api.function.async.AsyncRetryStrategy;
import io.tidemark.api.function.async.CollectionSupplier;
import io.tidemark.api.function.async.ResultFuture;
import io.tidemark.api.function.async.RetryPredicates;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.type.Types;
import io.tidemark.api.watermark.BoolWatermarkDeclaration;
import io.tidemark.api.watermark.LongWatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkDeclarations;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.testing.HandJob.Edges;
import io.tidemark.testing.Probes.Probe;
import io.tidemark.worker.chain.AnswerWait;
import io.tidemark.worker.task.TaskState;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are answered by hand, with and without a restore after every step. */
class AsyncWaitTest {
    private static final LongWatermarkDeclaration L =
            WatermarkDeclarations.newBuilder("L").typeLong().build();

    private static final String OTHER_CASE = "the same with restarts is the other case";
    private static final String ASKED = "it counts what is asked, and a restore asks again";
    private static final String TIMED = "a restore asks again, and the time for an answer begins anew";

    private Piece piece;
    private OperatorHarness harness;

    @BeforeEach
    void noRequests() {
        OpenRequests.forget();
    }

    @AfterEach
    void close() {
        if (piece != null) {
            piece.close();
        }
        if (harness != null) {
            harness.close();
        }
    }

    private static OperatorHarness.Builder byTheStep(boolean ordered, int capacity) {
        return OperatorHarness.of(new OperatorSpec.AsyncSpec(
                new OpenRequests(),
                ordered,
                0,
                capacity,
                null,
                Types.STRING.createSerializer(),
                Types.STRING.createSerializer()));
    }

    private void open(StreamHarness kit, boolean ordered, int capacity) {
        piece = Piece.of(
                kit,
                records -> ordered
                        ? AsyncDataStream.orderedWait(records, new OpenRequests(), 0, TimeUnit.MILLISECONDS, capacity)
                        : AsyncDataStream.unorderedWait(
                                records, new OpenRequests(), 0, TimeUnit.MILLISECONDS, capacity));
    }

    private void open(boolean ordered, int capacity, boolean restarting) {
        StreamHarness kit = StreamHarness.create();
        open(restarting ? kit : kit.withoutRestarts(OTHER_CASE), ordered, capacity);
    }

    private void open(AsyncFunction<String, String> function, long timeoutMs, AsyncRetryStrategy<String> retries) {
        StreamHarness kit = StreamHarness.create();
        if (timeoutMs > 0) {
            kit.withoutRestarts(TIMED);
        }
        piece = Piece.of(
                kit,
                records -> retries == null
                        ? AsyncDataStream.orderedWait(records, function, timeoutMs, TimeUnit.MILLISECONDS, 10)
                        : AsyncDataStream.orderedWaitWithRetry(
                                records, function, timeoutMs, TimeUnit.MILLISECONDS, 10, retries));
    }

    /** Lets the operator find answers. */
    private void find() {
        piece.advance(Duration.ZERO);
    }

    // ------------------------------------------------------------------------------------ order

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void resultsGoOnInTheOrderOfTheRecordsWhenOrdered(boolean restarting) {
        open(true, 10, restarting);
        piece.record("a", 1);
        piece.record("b", 2);
        piece.record("c", 3);
        OpenRequests.answer("b", "B");
        find();
        assertThat(piece.take()).isEmpty();
        OpenRequests.answer("a", "A1", "A2");
        find();
        assertThat(piece.take()).containsExactly("A1@1", "A2@1", "B@2");
        OpenRequests.answer("c");
        find();
        piece.record("d", 4);
        OpenRequests.answer("d", "D");
        find();
        assertThat(piece.take()).containsExactly("D@4");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void resultsGoOnAsTheyComeButNotAcrossAWatermarkWhenUnordered(boolean restarting) {
        open(false, 10, restarting);
        piece.record("a", 1);
        piece.record("b", 2);
        piece.watermark(2);
        piece.record("c", 3);
        OpenRequests.answer("c", "C");
        find();
        assertThat(piece.take()).isEmpty();
        OpenRequests.answer("b", "B");
        find();
        assertThat(piece.take()).containsExactly("B@2");
        OpenRequests.answer("a", "A");
        find();
        assertThat(piece.take()).containsExactly("A@1", "WM(2)", "C@3");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void trP9_aWatermarkGoesOnStrictlyAfterTheResultsOfAllRecordsBeforeIt(boolean ordered) {
        open(ordered, 10, true);
        piece.record("a", 1);
        piece.watermark(5);
        piece.record("b", 6);
        piece.watermark(10);
        piece.watermark(12);
        assertThat(piece.take()).isEmpty();
        OpenRequests.answer("a", "A");
        find();
        assertThat(piece.take()).containsExactly("A@1", "WM(5)");
        OpenRequests.answer("b", "B");
        find();
        assertThat(piece.take()).containsExactly("B@6", "WM(12)");
    }

    /** Has a timer ten after each record, and emits its key and time. */
    private static final class TenLater extends KeyedProcessFunction<String, String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(String record, Context ctx, Collector<String> out) {
            ctx.timerService().registerEventTimeTimer(ctx.timestamp() + 10);
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out) {
            out.collect(ctx.getCurrentKey() + timestamp);
        }
    }

    @ParameterizedTest
    @EnumSource
    void trP9_aWatermarkGoesOnAfterTheAnswersToWhatItsTimersHaveEmitted(Edges edges) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        DataStream<String> fired = env.fromData("a@10", "b@20")
                .process(EventTimeExtension.newWatermarkGeneratorBuilder(
                                (String record) -> Long.parseLong(record.substring(2)))
                        .perEventWatermark()
                        .buildAsProcessFunction())
                .keyBy(record -> record.substring(0, 1))
                .process(new TenLater());
        AsyncDataStream.orderedWait(fired, new OpenRequests(), 0, TimeUnit.SECONDS)
                .process(new Probe("down"));
        Probes.LOG.clear();
        try (HandJob job = new HandJob(env.buildPlan("timers"), edges)) {
            job.run();
            assertThat(Probes.take()).isEqualTo("down:<BUILTIN_API_EVENT_TIME10>");
            OpenRequests.answer("b30", "B");
            job.run();
            assertThat(Probes.take()).isEmpty();
            OpenRequests.answer("a20", "A");
            job.run();
        }
        assertThat(Probes.take()).isEqualTo("down:A down:<BUILTIN_API_EVENT_TIME20> down:B down:end");
    }

    @Test
    void aWatermarkWithNothingBeforeItGoesOnAtOnce() {
        open(false, 10, true);
        piece.watermark(5);
        assertThat(piece.take()).containsExactly("WM(5)");
        piece.watermark(5);
        piece.watermark(4);
        assertThat(piece.take()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void idlenessGoesOnAfterTheResultsAndAnActiveInputTakesItBack(boolean restarting) {
        open(true, 10, restarting);
        piece.record("a", 1);
        piece.input(0).idle();
        assertThat(piece.take()).isEmpty();
        OpenRequests.answer("a", "A");
        find();
        assertThat(piece.take()).containsExactly("A@1", "IDLE");
        piece.input(0).active();
        assertThat(piece.take()).containsExactly("ACTIVE");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void declaredWatermarksGoOnInTheirPlaceBetweenTheRecords(boolean restarting) {
        open(true, 10, restarting);
        piece.input(0).declaring(L);
        piece.input(0).watermark(L.newWatermark(1));
        assertThat(piece.take()).containsExactly("<L1>");
        piece.record("a", 1);
        piece.input(0).watermark(L.newWatermark(2));
        piece.record("b", 2);
        OpenRequests.answer("b", "B");
        find();
        assertThat(piece.take()).isEmpty();
        OpenRequests.answer("a", "A");
        find();
        assertThat(piece.take()).containsExactly("A@1", "<L2>", "B@2");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void declaredWatermarksOfBothTypesWaitAsWhatTheyAre(boolean restarting) {
        BoolWatermarkDeclaration flag =
                WatermarkDeclarations.newBuilder("B").typeBool().build();
        OperatorHarness.Builder builder = byTheStep(false, 10).watermarks(L, flag);
        harness = (restarting ? builder : builder.withoutRestarts(OTHER_CASE)).open();
        harness.record("a", 1);
        harness.declared(0, 0, L.newWatermark(1));
        harness.declared(0, 0, flag.newWatermark(true));
        harness.declared(0, 0, L.newWatermark(2));
        harness.watermark(5);
        assertThat(harness.take()).isEmpty();
        OpenRequests.answer("a", "A");
        harness.processingTime(0);
        assertThat(harness.take()).containsExactly("A@1", "<L1>", "<B1>", "<L2>", "WM(5)");
    }

    /** Declares a watermark and emits one behind each record. */
    private static final class Declaring implements OneInputStreamProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public Set<? extends WatermarkDeclaration> declareWatermarks() {
            return Set.of(L);
        }

        @Override
        public void processRecord(String record, Collector<String> output, PartitionedContext<String> ctx)
                throws Exception {
            output.collect(record);
            ctx.getNonPartitionedContext().getWatermarkManager().emitWatermark(L.newWatermark(record.charAt(0)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aWatermarkThatAFunctionDeclaresGoesThroughAQueueToOneThatKnowsItOnlyByItsIdentifier(Edges edges)
            throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        AsyncDataStream.orderedWait(
                        env.fromData("a", "b").process(new Declaring()), new OpenRequests(), 0, TimeUnit.SECONDS)
                .process(new Probe("down"));
        Probes.LOG.clear();
        try (HandJob job = new HandJob(env.buildPlan("declared"), edges)) {
            job.run();
            assertThat(Probes.take()).isEmpty();
            OpenRequests.answer("b", "B");
            OpenRequests.answer("a", "A");
            job.run();
        }
        assertThat(Probes.take()).isEqualTo("down:A down:<L97> down:B down:<L98> down:end");
    }

    // ------------------------------------------------------------------------------------ capacity

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFullOperatorTakesNoRecordsUntilResultsHaveGoneOn(boolean ordered) {
        open(StreamHarness.create().withoutRestarts(ASKED), ordered, 2);
        for (String record : List.of("a", "b", "c", "d")) {
            piece.record(record, 1);
        }
        find();
        assertThat(OpenRequests.takeAsked()).containsExactly("a", "b");
        OpenRequests.answer("a", "A");
        find();
        assertThat(OpenRequests.takeAsked()).containsExactly("c");
        assertThat(piece.take()).containsExactly("A@1");
    }

    @Test
    void resultsThatWaitForEarlierOnesCountTowardsTheCapacity() {
        open(true, 2, true);
        for (String record : List.of("a", "b", "c")) {
            piece.record(record, 1);
        }
        find();
        OpenRequests.answer("b", "B");
        find();
        assertThat(OpenRequests.open()).containsExactly("a");
        OpenRequests.answer("a", "A");
        find();
        assertThat(OpenRequests.open()).containsExactly("c");
    }

    @Test
    void aBarrierIsServedWhileTheOperatorIsFull() {
        open(StreamHarness.create().withoutRestarts(ASKED), true, 1);
        piece.record("a", 1);
        Snapshot snapshot = piece.snapshot();
        piece.record("b", 2);
        find();
        assertThat(OpenRequests.takeAsked()).containsExactly("a");
        piece.restore(snapshot);
        assertThat(OpenRequests.takeAsked()).containsExactly("a");
    }

    @Test
    void aTaskThatWaitsForAnswersMakesNoProgressInTheMeantime() {
        harness = byTheStep(true, 1).withoutRestarts("it looks at single steps").open();
        harness.record("a", 1);
        assertThat(harness.step()).isFalse();
        harness.end();
        assertThat(harness.step()).isFalse();
    }

    @Test
    void resultsWaitWhileTheOutputsHaveNoRoom() {
        open(true, 10, true);
        piece.record("a", 1);
        piece.output().blockAfter(0);
        OpenRequests.answer("a", "A");
        find();
        assertThat(piece.take()).isEmpty();
        piece.output().unblock();
        assertThat(piece.take()).containsExactly("A@1");
    }

    @Test
    void anOperatorTellsWhatItWaitsForSinceWhenAndWhetherEventTimeWaitsToo() {
        harness = byTheStep(true, 2).withoutRestarts(TIMED).open();
        assertThat(harness.facts().answerWait()).isNull();
        harness.record("a", 1);
        harness.processingTime(300);
        harness.record("b", 2);
        assertThat(harness.facts().answerWait())
                .isEqualTo(new AnswerWait(2, 2, TimeUnit.MILLISECONDS.toNanos(300), false));
        harness.watermark(5);
        OpenRequests.answer("a", "A");
        harness.processingTime(1_000);
        assertThat(harness.facts().answerWait())
                .isEqualTo(new AnswerWait(1, 2, TimeUnit.MILLISECONDS.toNanos(700), true));
        OpenRequests.answer("b", "B");
        harness.processingTime(1_000);
        assertThat(harness.facts().answerWait()).isNull();
    }

    // ------------------------------------------------------------------------------------ snapshots

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRestoreAsksAgainForWhatHadNoAnswerAndKeepsTheResultsThatWaited(boolean ordered) {
        open(StreamHarness.create().withoutRestarts(ASKED), ordered, 10);
        piece.record("a", 1);
        piece.record("b", 2);
        piece.watermark(2);
        piece.record("c", 3);
        OpenRequests.answer("c", "C1", "C2");
        find();
        Snapshot snapshot = piece.snapshot();
        OpenRequests.forget();
        piece.restore(snapshot);
        assertThat(OpenRequests.takeAsked()).containsExactly("a", "b");
        piece.take();
        OpenRequests.answer("a", "A");
        OpenRequests.answer("b", "B");
        find();
        assertThat(piece.take()).containsExactly("A@1", "B@2", "WM(2)", "C1@3", "C2@3");
    }

    @Test
    void anAnswerToARequestOfBeforeTheRestoreIsIgnored() {
        open(StreamHarness.create().withoutRestarts(ASKED), true, 10);
        piece.record("a", 1);
        Snapshot snapshot = piece.snapshot();
        ResultFuture<String> earlier = OpenRequests.take("a");
        piece.restore(snapshot);
        earlier.complete(List.of("old"));
        find();
        OpenRequests.answer("a", "new");
        find();
        assertThat(piece.takeValues()).containsExactly("new");
    }

    @Test
    void aRescaleDealsTheRecordsOutAndLetsEachGoOnOnce(@TempDir Path checkpoints) {
        List<HarnessSnapshot> snapshots = new ArrayList<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            try (OperatorHarness one = byTheStep(true, 10)
                    .checkpointsIn(checkpoints)
                    .subtask(subtask, 2)
                    .open()) {
                one.record("a" + subtask, 1);
                one.watermark(5 + subtask);
                one.record("b" + subtask, 7);
                OpenRequests.answer("b" + subtask, "B" + subtask);
                one.run();
                snapshots.add(one.snapshot());
            }
        }
        List<Object> all = new ArrayList<>();
        for (int subtask = 0; subtask < 3; subtask++) {
            OpenRequests.forget();
            try (OperatorHarness one = byTheStep(true, 10)
                    .checkpointsIn(checkpoints)
                    .subtask(subtask, 3)
                    .openRescaled(snapshots)) {
                for (String open : OpenRequests.open()) {
                    OpenRequests.answer(open, open.toUpperCase(Locale.ROOT));
                }
                one.run();
                List<Emitted> emitted = one.takeFrom(0);
                emitted.stream()
                        .filter(element -> element.kind() == Emitted.Kind.RECORD)
                        .forEach(element -> all.add(element.value()));
                assertThat(emitted.get(emitted.size() - 1)).hasToString("WM(5)");
            }
        }
        assertThat(all).containsExactlyInAnyOrder("A0", "A1", "B0", "B1");
    }

    /** As after an operator was added to the chain: all that each subtask had comes to all of them. */
    @Test
    void eachSubtaskGetsItsOwnQueueBackWhenOnlyTheChainAroundItHasChanged(@TempDir Path checkpoints) {
        List<HarnessSnapshot> snapshots = new ArrayList<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            try (OperatorHarness one = byTheStep(true, 10)
                    .checkpointsIn(checkpoints)
                    .subtask(subtask, 2)
                    .open()) {
                one.record("a" + subtask, 1);
                one.watermark(5 + subtask);
                one.record("b" + subtask, 7);
                OpenRequests.answer("b" + subtask, "B" + subtask);
                one.run();
                snapshots.add(one.snapshot());
            }
        }
        for (int subtask = 0; subtask < 2; subtask++) {
            OpenRequests.forget();
            try (OperatorHarness one = byTheStep(true, 10)
                    .checkpointsIn(checkpoints)
                    .subtask(subtask, 2)
                    .openRescaled(snapshots)) {
                assertThat(OpenRequests.open()).containsExactly("a" + subtask);
                OpenRequests.answer("a" + subtask, "A" + subtask);
                one.run();
                assertThat(one.take())
                        .endsWith("A" + subtask + "@1", "WM(" + (5 + subtask) + ")", "B" + subtask + "@7");
            }
        }
    }

    @Test
    void anOperatorOfADrainedJobThatIsTakenUpAgainBeginsEventTimeAnew() {
        harness = byTheStep(true, 10)
                .withoutRestarts("it is taken up again by hand")
                .open();
        harness.record("a", 1);
        OpenRequests.answer("a", "A");
        harness.end();
        assertThat(harness.state()).isEqualTo(TaskState.ENDED);
        HarnessSnapshot drained = harness.snapshot();
        harness.take();
        harness.restore(takenUpAgain(drained));
        harness.watermark(5);
        assertThat(harness.take()).doesNotContain("WM(MAX)").endsWith("WM(5)");
    }

    /** As the coordinator hands it to a job that goes on although it was drained. */
    private static HarnessSnapshot takenUpAgain(HarnessSnapshot drained) {
        TaskSnapshot.Builder task =
                drained.task().toBuilder().setEnded(false).clearEndedInputs().clearGates();
        task.getOperatorsBuilderList()
                .forEach(operator -> operator.setWatermark(Long.MIN_VALUE)
                        .setAdvancingTo(Long.MIN_VALUE)
                        .setIdle(false));
        return new HarnessSnapshot(drained.checkpointId(), task.build());
    }

    // ------------------------------------------------------------------------------------ the end

    /** Says at the end how many records there were. */
    private static final class CountAtEnd implements OneInputStreamProcessFunction<String, String> {
        private static final long serialVersionUID = 1L;

        private int count;

        @Override
        public void processRecord(String record, Collector<String> output, PartitionedContext<String> ctx) {
            count++;
        }

        @Override
        public void endInput(NonPartitionedContext<String> ctx) throws Exception {
            ctx.applyToAllPartitions((output, partition) -> output.collect("count " + count));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theEndGoesNoFurtherBeforeTheResultsOfWhatCameWithIt(Edges edges) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        AsyncDataStream.orderedWait(
                        env.fromData("a", "b").process(new CountAtEnd()), new OpenRequests(), 0, TimeUnit.SECONDS)
                .process(new Probe("down"));
        Probes.LOG.clear();
        try (HandJob job = new HandJob(env.buildPlan("end"), edges)) {
            for (int i = 0; i < 5; i++) {
                job.run();
            }
            assertThat(Probes.of("down", Probes.take())).doesNotContain("end").doesNotContain("count");
            OpenRequests.answer("count 2", "2");
            job.run();
        }
        assertThat(Probes.of("down", Probes.take())).endsWith("2 end");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theEndOfInputWaitsForAllResults(boolean restarting) {
        OperatorHarness.Builder builder = byTheStep(false, 10);
        harness = (restarting ? builder : builder.withoutRestarts(OTHER_CASE)).open();
        harness.record("a", 1);
        harness.end();
        assertThat(harness.take()).isEmpty();
        assertThat(harness.state()).isEqualTo(TaskState.RUNNING);
        OpenRequests.answer("a", "A");
        harness.processingTime(0);
        assertThat(harness.state()).isEqualTo(TaskState.ENDED);
        assertThat(harness.take()).containsExactly("A@1", "WM(MAX)", "END");
    }

    // ------------------------------------------------------------------------------------ time-outs and errors

    /** Never answers. */
    private static final class Silent implements AsyncFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void asyncInvoke(String input, ResultFuture<String> resultFuture) {}
    }

    @Test
    void aRecordWithoutAnAnswerInTimeFailsTheTask() {
        open(new Silent(), 100, null);
        piece.record("a", 1);
        piece.processingTime(100);
        assertThatThrownBy(() -> piece.processingTime(101))
                .isInstanceOf(OperatorFailedException.class)
                .hasMessageContaining("no answer came in time");
    }

    @Test
    void theTimeoutHookMayCompleteWithSomethingElseAndALateAnswerIsIgnored() {
        open(new OpenRequests("none"), 100, null);
        piece.record("a", 1);
        ResultFuture<String> late = OpenRequests.take("a");
        piece.processingTime(50);
        piece.record("b", 2);
        piece.processingTime(101);
        assertThat(piece.take()).containsExactly("none@1");
        late.complete(List.of("late"));
        OpenRequests.answer("b", "B");
        find();
        assertThat(piece.take()).containsExactly("B@2");
        assertThat(piece.operator().counters()).containsEntry("async-timeouts", 1L);
    }

    /** Asks, and does nothing when no answer comes in time. */
    private static final class Patient implements AsyncFunction<String, String> {
        private static final long serialVersionUID = 1L;

        private final OpenRequests requests = new OpenRequests();

        @Override
        public void asyncInvoke(String input, ResultFuture<String> resultFuture) {
            requests.asyncInvoke(input, resultFuture);
        }

        @Override
        public void timeout(String input, ResultFuture<String> resultFuture) {}
    }

    @Test
    void aLateAnswerCountsWhereTheTimeoutHookGivesNone() {
        open(new Patient(), 100, null);
        piece.record("a", 1);
        piece.processingTime(101);
        assertThat(piece.take()).isEmpty();
        OpenRequests.answer("a", "late");
        find();
        assertThat(piece.take()).containsExactly("late@1");
        assertThat(piece.operator().counters()).containsEntry("async-timeouts", 1L);
    }

    @Test
    void aLateAnswerThatIsBadIsNotAReasonToAskAgainAfterTheTimeout() {
        open(
                new Patient(),
                100,
                new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<String>(5, 10)
                        .ifResult(results -> results.contains("bad"))
                        .build());
        piece.record("a", 1);
        piece.processingTime(101);
        OpenRequests.answer("a", "bad");
        find();
        assertThat(piece.takeValues()).containsExactly("bad");
    }

    @Test
    void anAnswerThatCameBeforeTheTimeoutWasNoticedCounts() {
        open(new OpenRequests("none"), 100, null);
        piece.record("a", 1);
        OpenRequests.answer("a", "A");
        piece.processingTime(500);
        assertThat(piece.take()).containsExactly("A@1");
    }

    @Test
    void aFullOperatorStillGivesUpWhatTakesTooLong() {
        piece = Piece.of(
                StreamHarness.create().withoutRestarts(TIMED),
                records ->
                        AsyncDataStream.orderedWait(records, new OpenRequests("none"), 100, TimeUnit.MILLISECONDS, 1));
        piece.record("a", 1);
        piece.record("b", 2);
        find();
        piece.processingTime(101);
        assertThat(piece.take()).containsExactly("none@1");
        assertThat(OpenRequests.open()).contains("b");
    }

    @Test
    void anErrorForAnAnswerFailsTheTaskNamingTheRecord() {
        open(new OpenRequests(), 0, null);
        piece.record("a", 1);
        OpenRequests.take("a").completeExceptionally(new IOException("connection refused"));
        assertThatThrownBy(this::find)
                .isInstanceOf(OperatorFailedException.class)
                .hasMessageContaining("connection refused")
                .hasStackTraceContaining("the request for a failed (attempt 1)");
    }

    @Test
    void theFirstAnswerCounts() {
        open(new OpenRequests(), 0, null);
        piece.record("a", 1);
        ResultFuture<String> future = OpenRequests.take("a");
        future.complete(List.of("first"));
        future.completeExceptionally(new IOException("second"));
        find();
        assertThat(piece.takeValues()).containsExactly("first");
    }

    @Test
    void aSupplierOfResultsIsAskedOnTheTasksThread() {
        open(new OpenRequests(), 0, null);
        piece.record("a", 1);
        Thread[] asked = new Thread[1];
        CollectionSupplier<String> supplier = () -> {
            asked[0] = Thread.currentThread();
            return List.of("A");
        };
        OpenRequests.take("a").complete(supplier);
        assertThat(asked[0]).isNull();
        find();
        assertThat(asked[0]).isSameAs(Thread.currentThread());
        assertThat(piece.takeValues()).containsExactly("A");
    }

    // ------------------------------------------------------------------------------------ retries

    @Test
    void aRetryAsksAgainAfterThePauseUntilTheAnswerIsGood() {
        open(
                new OpenRequests(),
                10_000,
                new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<String>(2, 100)
                        .ifResult(RetryPredicates.EMPTY_RESULT_PREDICATE)
                        .ifException(RetryPredicates.createExceptionTypePredicate(IOException.class))
                        .build());
        piece.record("a", 1);
        OpenRequests.answer("a");
        find();
        piece.processingTime(100);
        assertThat(OpenRequests.open()).isEmpty();
        piece.processingTime(101);
        OpenRequests.take("a").completeExceptionally(new IOException("busy"));
        find();
        piece.processingTime(202);
        OpenRequests.answer("a", "A");
        find();
        assertThat(piece.take()).containsExactly("A@1");
        assertThat(OpenRequests.takeAsked()).containsExactly("a", "a", "a");
        assertThat(piece.operator().counters()).containsEntry("async-retries", 2L);
    }

    @Test
    void whenRetriesAreUsedUpTheAnswerCountsAsItIs() {
        open(
                new OpenRequests(),
                10_000,
                new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<String>(1, 100)
                        .ifResult(results -> results.isEmpty())
                        .ifException(error -> true)
                        .build());
        piece.record("a", 1);
        OpenRequests.answer("a");
        find();
        piece.processingTime(101);
        OpenRequests.answer("a");
        piece.record("b", 2);
        OpenRequests.answer("b", "B");
        find();
        assertThat(piece.take()).containsExactly("B@2");
        piece.record("c", 3);
        OpenRequests.take("c").completeExceptionally(new IOException("busy"));
        find();
        piece.processingTime(300);
        OpenRequests.take("c").completeExceptionally(new IOException("still busy"));
        assertThatThrownBy(this::find).hasMessageContaining("still busy");
    }

    @Test
    void anErrorThatIsNoReasonToAskAgainFailsTheTask() {
        open(
                new OpenRequests(),
                10_000,
                new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<String>(5, 100)
                        .ifException(RetryPredicates.createExceptionTypePredicate(IOException.class))
                        .build());
        piece.record("a", 1);
        OpenRequests.take("a").completeExceptionally(new IllegalStateException("no such table"));
        assertThatThrownBy(this::find).hasMessageContaining("no such table");
    }

    @Test
    void theTimeoutEndsRetriesToo() {
        open(
                new OpenRequests("gave up"),
                150,
                new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<String>(100, 100)
                        .ifResult(results -> true)
                        .build());
        piece.record("a", 1);
        OpenRequests.answer("a", "A");
        find();
        piece.processingTime(101);
        OpenRequests.answer("a", "A");
        find();
        piece.processingTime(151);
        assertThat(piece.takeValues()).containsExactly("gave up");
        piece.processingTime(1_000);
        assertThat(OpenRequests.open()).isEmpty();
    }

    @Test
    void anAnswerToAnEarlierAttemptIsIgnored() {
        open(
                new OpenRequests(),
                10_000,
                new AsyncRetryStrategies.ExponentialBackoffDelayRetryStrategyBuilder<String>(3, 100, 250, 2)
                        .ifResult(results -> results.contains("bad"))
                        .build());
        piece.record("a", 1);
        ResultFuture<String> first = OpenRequests.take("a");
        first.complete(List.of("bad"));
        find();
        piece.processingTime(101);
        first.complete(List.of("first"));
        find();
        assertThat(piece.take()).isEmpty();
        OpenRequests.answer("a", "second");
        find();
        assertThat(piece.takeValues()).containsExactly("second");
    }

    @Test
    void theStrategyThatNeverAsksAgainSuitsResultsOfEveryType() {
        DataStream<String> asked = AsyncDataStream.unorderedWaitWithRetry(
                StreamExecutionEnvironment.getExecutionEnvironment().fromData("a"),
                new OpenRequests(),
                1,
                TimeUnit.SECONDS,
                AsyncRetryStrategies.NO_RETRY_STRATEGY);
        assertThat(asked.getType()).isEqualTo(Types.STRING);
    }

    @Test
    void pausesGrowByTheFactorUpToTheLongest() {
        AsyncRetryStrategy<String> strategy =
                new AsyncRetryStrategies.ExponentialBackoffDelayRetryStrategyBuilder<String>(3, 100, 1000, 3).build();
        assertThat(List.of(1, 2, 3, 4).stream().map(strategy::getBackoffTimeMillis))
                .containsExactly(100L, 300L, 900L, 1000L);
        assertThat(List.of(1, 3, 4).stream().map(strategy::canRetry)).containsExactly(true, true, false);
    }
}
