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
import io.tidemark.api.watermark.LongWatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkDeclarations;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.testing.HandJob.Edges;
import io.tidemark.testing.Probes.Probe;
import io.tidemark.worker.task.TaskState;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    private OperatorHarness harness;

    @BeforeEach
    void noRequests() {
        OpenRequests.forget();
    }

    @AfterEach
    void close() {
        if (harness != null) {
            harness.close();
        }
    }

    private static OperatorSpec.AsyncSpec spec(
            AsyncFunction<String, String> function,
            boolean ordered,
            long timeoutMs,
            int capacity,
            AsyncRetryStrategy<String> retries) {
        return new OperatorSpec.AsyncSpec(
                function,
                ordered,
                TimeUnit.MILLISECONDS.toNanos(timeoutMs),
                capacity,
                retries,
                Types.STRING.createSerializer(),
                Types.STRING.createSerializer());
    }

    private static OperatorHarness.Builder builder(boolean ordered, int capacity) {
        return OperatorHarness.of(spec(new OpenRequests(), ordered, 0, capacity, null));
    }

    private void open(boolean ordered, int capacity, boolean restarting) {
        OperatorHarness.Builder builder = builder(ordered, capacity);
        harness = (restarting ? builder.restartingAtEveryStep() : builder).open();
    }

    private void open(AsyncFunction<String, String> function, long timeoutMs, AsyncRetryStrategy<String> retries) {
        harness =
                OperatorHarness.of(spec(function, true, timeoutMs, 10, retries)).open();
    }

    /** Lets the operator find answers; with a restart if the harness does that at every step. */
    private void find() {
        harness.processingTime(0);
    }

    // ------------------------------------------------------------------------------------ order

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void resultsGoOnInTheOrderOfTheRecordsWhenOrdered(boolean restarting) {
        open(true, 10, restarting);
        harness.record("a", 1);
        harness.record("b", 2);
        harness.record("c", 3);
        OpenRequests.answer("b", "B");
        find();
        assertThat(harness.take()).isEmpty();
        OpenRequests.answer("a", "A1", "A2");
        find();
        assertThat(harness.take()).containsExactly("A1@1", "A2@1", "B@2");
        OpenRequests.answer("c");
        find();
        harness.record("d", 4);
        OpenRequests.answer("d", "D");
        find();
        assertThat(harness.take()).containsExactly("D@4");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void resultsGoOnAsTheyComeButNotAcrossAWatermarkWhenUnordered(boolean restarting) {
        open(false, 10, restarting);
        harness.record("a", 1);
        harness.record("b", 2);
        harness.watermark(2);
        harness.record("c", 3);
        OpenRequests.answer("c", "C");
        find();
        assertThat(harness.take()).isEmpty();
        OpenRequests.answer("b", "B");
        find();
        assertThat(harness.take()).containsExactly("B@2");
        OpenRequests.answer("a", "A");
        find();
        assertThat(harness.take()).containsExactly("A@1", "WM(2)", "C@3");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void trP9_aWatermarkGoesOnStrictlyAfterTheResultsOfAllRecordsBeforeIt(boolean ordered) {
        open(ordered, 10, true);
        harness.record("a", 1);
        harness.watermark(5);
        harness.record("b", 6);
        harness.watermark(10);
        harness.watermark(12);
        assertThat(harness.take()).isEmpty();
        OpenRequests.answer("a", "A");
        find();
        assertThat(harness.take()).containsExactly("A@1", "WM(5)");
        OpenRequests.answer("b", "B");
        find();
        assertThat(harness.take()).containsExactly("B@6", "WM(12)");
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
        harness.watermark(5);
        assertThat(harness.take()).containsExactly("WM(5)");
        harness.watermark(5);
        harness.watermark(4);
        assertThat(harness.take()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void idlenessGoesOnAfterTheResultsAndAnActiveInputTakesItBack(boolean restarting) {
        open(true, 10, restarting);
        harness.record("a", 1);
        harness.idle(0, 0);
        assertThat(harness.take()).isEmpty();
        OpenRequests.answer("a", "A");
        find();
        assertThat(harness.take()).containsExactly("A@1", "IDLE");
        harness.active(0, 0);
        assertThat(harness.take()).containsExactly("ACTIVE");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void declaredWatermarksGoOnInTheirPlaceBetweenTheRecords(boolean restarting) {
        OperatorHarness.Builder builder = builder(true, 10).watermarks(L);
        harness = (restarting ? builder.restartingAtEveryStep() : builder).open();
        harness.declared(0, 0, L.newWatermark(1));
        assertThat(harness.take()).containsExactly("<L1>");
        harness.record("a", 1);
        harness.declared(0, 0, L.newWatermark(2));
        harness.record("b", 2);
        OpenRequests.answer("b", "B");
        find();
        assertThat(harness.take()).isEmpty();
        OpenRequests.answer("a", "A");
        find();
        assertThat(harness.take()).containsExactly("A@1", "<L2>", "B@2");
    }

    // ------------------------------------------------------------------------------------ capacity

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFullOperatorTakesNoRecordsUntilResultsHaveGoneOn(boolean ordered) {
        open(ordered, 2, false);
        for (String record : List.of("a", "b", "c", "d")) {
            harness.enqueue(0, 0, record, 1);
        }
        harness.run();
        assertThat(OpenRequests.takeAsked()).containsExactly("a", "b");
        OpenRequests.answer("a", "A");
        harness.run();
        assertThat(OpenRequests.takeAsked()).containsExactly("c");
        assertThat(harness.take()).containsExactly("A@1");
    }

    @Test
    void resultsThatWaitForEarlierOnesCountTowardsTheCapacity() {
        open(true, 2, false);
        for (String record : List.of("a", "b", "c")) {
            harness.enqueue(0, 0, record, 1);
        }
        harness.run();
        OpenRequests.answer("b", "B");
        harness.run();
        assertThat(OpenRequests.open()).containsExactly("a");
        OpenRequests.answer("a", "A");
        harness.run();
        assertThat(OpenRequests.open()).containsExactly("c");
    }

    @Test
    void aBarrierIsServedWhileTheOperatorIsFull() {
        open(true, 1, false);
        harness.record("a", 1);
        HarnessSnapshot snapshot = harness.snapshot();
        harness.enqueue(0, 0, "b", 2);
        harness.run();
        assertThat(OpenRequests.takeAsked()).containsExactly("a");
        harness.restore(snapshot);
        assertThat(OpenRequests.takeAsked()).containsExactly("a");
    }

    @Test
    void aTaskThatWaitsForAnswersMakesNoProgressInTheMeantime() {
        open(true, 1, false);
        harness.record("a", 1);
        assertThat(harness.step()).isFalse();
        harness.end();
        assertThat(harness.step()).isFalse();
    }

    @Test
    void resultsWaitWhileTheOutputsHaveNoRoom() {
        open(true, 10, false);
        harness.record("a", 1);
        harness.setOutputsBlocked(true);
        OpenRequests.answer("a", "A");
        harness.run();
        assertThat(harness.take()).isEmpty();
        harness.setOutputsBlocked(false);
        harness.run();
        assertThat(harness.take()).containsExactly("A@1");
    }

    // ------------------------------------------------------------------------------------ snapshots

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRestoreAsksAgainForWhatHadNoAnswerAndKeepsTheResultsThatWaited(boolean ordered) {
        open(ordered, 10, false);
        harness.record("a", 1);
        harness.record("b", 2);
        harness.watermark(2);
        harness.record("c", 3);
        OpenRequests.answer("c", "C1", "C2");
        find();
        HarnessSnapshot snapshot = harness.snapshot();
        OpenRequests.forget();
        harness.restore(snapshot);
        assertThat(OpenRequests.takeAsked()).containsExactly("a", "b");
        harness.take();
        OpenRequests.answer("a", "A");
        OpenRequests.answer("b", "B");
        find();
        assertThat(harness.take()).containsExactly("A@1", "B@2", "WM(2)", "C1@3", "C2@3");
    }

    @Test
    void anAnswerToARequestOfBeforeTheRestoreIsIgnored() {
        open(true, 10, false);
        harness.record("a", 1);
        HarnessSnapshot snapshot = harness.snapshot();
        ResultFuture<String> earlier = OpenRequests.take("a");
        harness.restore(snapshot);
        earlier.complete(List.of("old"));
        find();
        OpenRequests.answer("a", "new");
        find();
        assertThat(harness.takeValues()).containsExactly("new");
    }

    @Test
    void aRescaleDealsTheRecordsOutAndLetsEachGoOnOnce(@TempDir Path checkpoints) {
        List<HarnessSnapshot> snapshots = new ArrayList<>();
        for (int subtask = 0; subtask < 2; subtask++) {
            try (OperatorHarness one = builder(true, 10)
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
            try (OperatorHarness one = builder(true, 10)
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
            try (OperatorHarness one = builder(true, 10)
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
            try (OperatorHarness one = builder(true, 10)
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
        open(true, 10, false);
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
        open(false, 10, restarting);
        harness.record("a", 1);
        harness.end();
        assertThat(harness.take()).isEmpty();
        assertThat(harness.state()).isEqualTo(TaskState.RUNNING);
        OpenRequests.answer("a", "A");
        find();
        assertThat(harness.state()).isEqualTo(TaskState.ENDED);
        assertThat(harness.take()).containsExactly("A@1", "WM(MAX)", "END");
    }

    // ------------------------------------------------------------------------------------ time-outs and errors

    @Test
    void aRecordWithoutAnAnswerInTimeFailsTheTask() {
        open((input, future) -> {}, 100, null);
        harness.record("a", 1);
        harness.processingTime(100);
        assertThatThrownBy(() -> harness.processingTime(101))
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("no answer came in time");
    }

    @Test
    void theTimeoutHookMayCompleteWithSomethingElseAndALateAnswerIsIgnored() {
        open(new OpenRequests("none"), 100, null);
        harness.record("a", 1);
        ResultFuture<String> late = OpenRequests.take("a");
        harness.processingTime(50);
        harness.record("b", 2);
        harness.processingTime(101);
        assertThat(harness.take()).containsExactly("none@1");
        late.complete(List.of("late"));
        OpenRequests.answer("b", "B");
        harness.run();
        assertThat(harness.take()).containsExactly("B@2");
        assertThat(harness.facts().counters()).containsEntry("async-timeouts", 1L);
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
        harness.record("a", 1);
        harness.processingTime(101);
        assertThat(harness.take()).isEmpty();
        OpenRequests.answer("a", "late");
        harness.run();
        assertThat(harness.take()).containsExactly("late@1");
        assertThat(harness.facts().counters()).containsEntry("async-timeouts", 1L);
    }

    @Test
    void aLateAnswerThatIsBadIsNotAReasonToAskAgainAfterTheTimeout() {
        open(
                new Patient(),
                100,
                new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<String>(5, 10)
                        .ifResult(results -> results.contains("bad"))
                        .build());
        harness.record("a", 1);
        harness.processingTime(101);
        OpenRequests.answer("a", "bad");
        harness.run();
        assertThat(harness.takeValues()).containsExactly("bad");
    }

    @Test
    void anAnswerThatCameBeforeTheTimeoutWasNoticedCounts() {
        open(new OpenRequests("none"), 100, null);
        harness.record("a", 1);
        OpenRequests.answer("a", "A");
        harness.processingTime(500);
        assertThat(harness.take()).containsExactly("A@1");
    }

    @Test
    void aFullOperatorStillGivesUpWhatTakesTooLong() {
        harness = OperatorHarness.of(spec(new OpenRequests("none"), true, 100, 1, null))
                .open();
        harness.enqueue(0, 0, "a", 1);
        harness.enqueue(0, 0, "b", 2);
        harness.run();
        harness.processingTime(101);
        assertThat(harness.take()).containsExactly("none@1");
        assertThat(OpenRequests.open()).contains("b");
    }

    @Test
    void anErrorForAnAnswerFailsTheTaskNamingTheRecord() {
        open(new OpenRequests(), 0, null);
        harness.record("a", 1);
        OpenRequests.take("a").completeExceptionally(new IOException("connection refused"));
        assertThatThrownBy(harness::run)
                .isInstanceOf(TaskFailedException.class)
                .hasMessageContaining("connection refused")
                .hasStackTraceContaining("the request for a failed (attempt 1)");
    }

    @Test
    void theFirstAnswerCounts() {
        open(new OpenRequests(), 0, null);
        harness.record("a", 1);
        ResultFuture<String> future = OpenRequests.take("a");
        future.complete(List.of("first"));
        future.completeExceptionally(new IOException("second"));
        harness.run();
        assertThat(harness.takeValues()).containsExactly("first");
    }

    @Test
    void aSupplierOfResultsIsAskedOnTheTasksThread() {
        open(new OpenRequests(), 0, null);
        harness.record("a", 1);
        Thread[] asked = new Thread[1];
        CollectionSupplier<String> supplier = () -> {
            asked[0] = Thread.currentThread();
            return List.of("A");
        };
        OpenRequests.take("a").complete(supplier);
        assertThat(asked[0]).isNull();
        harness.run();
        assertThat(asked[0]).isSameAs(Thread.currentThread());
        assertThat(harness.takeValues()).containsExactly("A");
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
        harness.record("a", 1);
        OpenRequests.answer("a");
        harness.run();
        harness.processingTime(100);
        assertThat(OpenRequests.open()).isEmpty();
        harness.processingTime(101);
        OpenRequests.take("a").completeExceptionally(new IOException("busy"));
        harness.run();
        harness.processingTime(202);
        OpenRequests.answer("a", "A");
        harness.run();
        assertThat(harness.take()).containsExactly("A@1");
        assertThat(OpenRequests.takeAsked()).containsExactly("a", "a", "a");
        assertThat(harness.facts().counters()).containsEntry("async-retries", 2L);
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
        harness.record("a", 1);
        OpenRequests.answer("a");
        harness.run();
        harness.processingTime(101);
        OpenRequests.answer("a");
        harness.record("b", 2);
        OpenRequests.answer("b", "B");
        harness.run();
        assertThat(harness.take()).containsExactly("B@2");
        harness.record("c", 3);
        OpenRequests.take("c").completeExceptionally(new IOException("busy"));
        harness.run();
        harness.processingTime(300);
        OpenRequests.take("c").completeExceptionally(new IOException("still busy"));
        assertThatThrownBy(harness::run).hasMessageContaining("still busy");
    }

    @Test
    void anErrorThatIsNoReasonToAskAgainFailsTheTask() {
        open(
                new OpenRequests(),
                10_000,
                new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<String>(5, 100)
                        .ifException(RetryPredicates.createExceptionTypePredicate(IOException.class))
                        .build());
        harness.record("a", 1);
        OpenRequests.take("a").completeExceptionally(new IllegalStateException("no such table"));
        assertThatThrownBy(harness::run).hasMessageContaining("no such table");
    }

    @Test
    void theTimeoutEndsRetriesToo() {
        open(
                new OpenRequests("gave up"),
                150,
                new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<String>(100, 100)
                        .ifResult(results -> true)
                        .build());
        harness.record("a", 1);
        OpenRequests.answer("a", "A");
        harness.run();
        harness.processingTime(101);
        OpenRequests.answer("a", "A");
        harness.run();
        harness.processingTime(151);
        assertThat(harness.takeValues()).containsExactly("gave up");
        harness.processingTime(1_000);
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
        harness.record("a", 1);
        ResultFuture<String> first = OpenRequests.take("a");
        first.complete(List.of("bad"));
        harness.run();
        harness.processingTime(101);
        first.complete(List.of("first"));
        harness.run();
        assertThat(harness.take()).isEmpty();
        OpenRequests.answer("a", "second");
        harness.run();
        assertThat(harness.takeValues()).containsExactly("second");
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
