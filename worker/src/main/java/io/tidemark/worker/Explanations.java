package io.tidemark.worker;

import io.tidemark.api.operator.LateRecord;
import io.tidemark.network.gate.ChannelFacts;
import io.tidemark.network.proto.AdviseDelayReply;
import io.tidemark.network.proto.AdviseDelayRequest;
import io.tidemark.network.proto.AlignmentPause;
import io.tidemark.network.proto.AnswerWait;
import io.tidemark.network.proto.ChannelWatermark;
import io.tidemark.network.proto.DelayResult;
import io.tidemark.network.proto.LateRecordsReply;
import io.tidemark.network.proto.LateSample;
import io.tidemark.network.proto.OperatorLate;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.OrderWait;
import io.tidemark.network.proto.SilentTask;
import io.tidemark.network.proto.SourceDelays;
import io.tidemark.network.proto.SplitWatermark;
import io.tidemark.network.proto.TimerWait;
import io.tidemark.network.proto.WatermarksReply;
import io.tidemark.worker.advice.DelayAdvice;
import io.tidemark.worker.advice.DelayOutcome;
import io.tidemark.worker.advice.DelayQuestion;
import io.tidemark.worker.advice.WindowShape;
import io.tidemark.worker.chain.EventTimeFacts;
import io.tidemark.worker.chain.OperatorDelays;
import io.tidemark.worker.chain.OperatorFacts;
import io.tidemark.worker.chain.SplitFacts;
import io.tidemark.worker.chain.Standstill;
import io.tidemark.worker.task.Task;
import io.tidemark.worker.task.TaskFacts;
import io.tidemark.worker.task.TaskIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** What the tasks of a worker can say about themselves, as messages. The tasks are not stopped: each answers between steps. */
final class Explanations {
    private static final long TIMEOUT_MS = 2_000;

    private Explanations() {}

    static WatermarksReply watermarks(String jobId, List<Task> tasks) throws InterruptedException {
        WatermarksReply.Builder reply = WatermarksReply.newBuilder().setJobId(jobId);
        for (TaskFacts facts : ask(tasks, Task::facts, reply)) {
            for (int i = 0; i < facts.operators().size(); i++) {
                reply.addOperators(watermark(facts, i));
            }
            DeclaredExplanations.rows(facts).forEach(reply::addOperators);
        }
        return reply.build();
    }

    private static OperatorWatermark watermark(TaskFacts facts, int index) {
        OperatorFacts operator = facts.operators().get(index);
        OperatorWatermark.Builder watermark = OperatorWatermark.newBuilder()
                .setNode(operator.nodeId())
                .setUid(operator.uid())
                .setName(operator.name())
                .setSubtask(operator.subtask())
                .setWatermark(operator.watermark())
                .setIdle(operator.idle())
                .setAdvancedAtMs(operator.advancedAtMs())
                .setHeldBackBy(-1)
                .setVertex(operator.place().vertex())
                .addAllChainedFrom(operator.place().chainedFrom())
                .addAllOutEdges(operator.place().outEdges())
                .setOpenedAtMs(operator.openedAtMs())
                .setNextDue(operator.nextDue())
                .setBlockedPercent(facts.blockedPercent());
        if (index == 0) {
            facts.channels().forEach(channel -> watermark.addChannels(channel(channel)));
            watermark.setHeldBackBy(facts.heldBackBy());
            facts.orderWait().ifPresent(wait -> watermark.setOrderWait(orderWait(wait)));
        }
        if (operator.answerWait() != null) {
            watermark.setAnswerWait(answerWait(operator.answerWait()));
        }
        if (operator.timerWait() != null) {
            watermark.setTimerWait(TimerWait.newBuilder()
                    .setTimers(operator.timerWait().timers())
                    .setNextAtMs(operator.timerWait().nextAtMs()));
        }
        EventTimeFacts eventTime = operator.eventTime();
        if (eventTime != null) {
            watermark
                    .setMakesEventTime(true)
                    .setSource(eventTime.source())
                    .setAwaitsSplits(eventTime.awaitsSplits())
                    .setWatermarkIntervalMs(eventTime.intervalMs())
                    .setOwnWatermarkInterval(eventTime.ownInterval())
                    .setIdleTimeoutMs(eventTime.idleTimeoutMs())
                    .setDrivenByIdleClock(eventTime.drivenByIdleClock())
                    .setAlignmentGroup(eventTime.alignmentGroup());
            eventTime.splits().forEach(split -> watermark.addSplits(split(split)));
        }
        return watermark.build();
    }

    private static AnswerWait answerWait(io.tidemark.worker.chain.AnswerWait wait) {
        return AnswerWait.newBuilder()
                .setRecords(wait.records())
                .setCapacity(wait.capacity())
                .setWaitedMs(TimeUnit.NANOSECONDS.toMillis(wait.nanosSinceFirst()))
                .setHoldsEventTime(wait.holdsEventTime())
                .build();
    }

    private static OrderWait orderWait(io.tidemark.network.gate.OrderWait wait) {
        return OrderWait.newBuilder()
                .setProducerVertex(wait.producerVertex())
                .setProducerName(wait.producerName())
                .setProducerSubtask(wait.producerSubtask())
                .setSinceMs(wait.sinceMs())
                .setReadAheadBytes(wait.readAheadBytes())
                .setHoldsOthersUp(wait.holdsOthersUp())
                .build();
    }

    private static ChannelWatermark channel(ChannelFacts channel) {
        return ChannelWatermark.newBuilder()
                .setEdge(channel.edge())
                .setProducerVertex(channel.producerVertex())
                .setProducerName(channel.producerName())
                .setProducerSubtask(channel.producerSubtask())
                .setWatermark(channel.watermark())
                .setIdle(channel.idle())
                .setEnded(channel.ended())
                .setAdvancedAtMs(channel.advancedAtMs())
                .setIdleSinceMs(channel.idleSinceMs())
                .build();
    }

    private static SplitWatermark split(SplitFacts split) {
        SplitFacts.Seen seen = split.seen();
        SplitWatermark.Builder watermark = SplitWatermark.newBuilder()
                .setSplit(split.split())
                .setWatermark(split.watermark())
                .setIdle(split.idle())
                .setFinished(split.finished())
                .setAdvancedAtMs(split.advancedAtMs())
                .setAddedAtMs(seen.addedAtMs())
                .setRecords(seen.records())
                .setRecordsWithoutTimestamp(seen.withoutTimestamp())
                .setLastRecordAtMs(seen.lastRecordAtMs())
                .setOldestTimestamp(seen.oldest())
                .setNewestTimestamp(seen.newest())
                .setLatestTimestamp(seen.latest())
                .setNewestRoseAtMs(seen.newestRoseAtMs())
                .setRecordsSinceAsked(seen.sinceAsked())
                .setEmitsAtRecords(seen.emitsAtRecords())
                .setHeldBackWatermark(Long.MIN_VALUE);
        if (split.heldBack() != null) {
            watermark
                    .setHeldBackWatermark(split.heldBack().watermark())
                    .setEventTimeIntervalMs(split.heldBack().intervalMs());
        }
        if (split.pause() != null) {
            watermark.setPaused(AlignmentPause.newBuilder()
                    .setGroup(split.pause().group())
                    .setSinceMs(split.pause().sinceMs())
                    .setMaxDriftMs(split.pause().maxDriftMs()));
        }
        return watermark.build();
    }

    static LateRecordsReply late(String jobId, List<Task> tasks) throws InterruptedException {
        LateRecordsReply.Builder reply = LateRecordsReply.newBuilder().setJobId(jobId);
        for (TaskFacts facts : ask(tasks, Task::facts, null)) {
            facts.operators().forEach(operator -> reply.addOperators(late(operator)));
        }
        return reply.build();
    }

    private static OperatorLate late(OperatorFacts operator) {
        OperatorLate.Builder late = OperatorLate.newBuilder()
                .setNode(operator.nodeId())
                .setUid(operator.uid())
                .setName(operator.name())
                .setSubtask(operator.subtask())
                .setDropped(operator.lateDropped())
                .setSentAside(operator.lateSentAside())
                .putAllCounters(operator.counters());
        for (LateRecord sample : operator.lateSamples()) {
            late.addSamples(LateSample.newBuilder()
                    .setKey(sample.key() == null ? "" : sample.key())
                    .setValue(sample.value())
                    .setTimestamp(sample.timestamp())
                    .setWatermark(sample.watermark())
                    .setSentAside(sample.sentAside()));
        }
        return late.build();
    }

    /** Operators whose event time stands still while something waits for it. */
    static WatermarksReply standstills(String jobId, List<Task> tasks) throws InterruptedException {
        WatermarksReply.Builder reply = WatermarksReply.newBuilder().setJobId(jobId);
        for (List<Standstill> standing : ask(tasks, Task::standstills, null)) {
            for (Standstill one : standing) {
                reply.addOperators(OperatorWatermark.newBuilder()
                        .setNode(one.nodeId())
                        .setName(one.name())
                        .setSubtask(one.subtask())
                        .setWatermark(one.watermark())
                        .setAdvancedAtMs(one.sinceMs())
                        .setNextDue(one.nextDue())
                        .setHeldBackBy(-1));
            }
        }
        return reply.build();
    }

    /** What delays would come to at the sources that are asked about. */
    static AdviseDelayReply delays(AdviseDelayRequest asked, List<Task> tasks) throws InterruptedException {
        DelayQuestion question = new DelayQuestion(
                asked.getDelaysMsList(),
                asked.getIntervalMs(),
                new WindowShape(asked.getWindowMs(), asked.getSlideMs()));
        AdviseDelayReply.Builder reply = AdviseDelayReply.newBuilder().setJobId(asked.getJobId());
        Function<Task, CompletableFuture<List<OperatorDelays>>> ask =
                task -> task.adviseDelay(asked.getSource(), question, asked.getKeepMs());
        for (List<OperatorDelays> operators : ask(tasks, ask, null)) {
            operators.forEach(operator -> reply.addSources(delays(operator)));
        }
        return reply.build();
    }

    private static SourceDelays delays(OperatorDelays operator) {
        DelayAdvice advice = operator.report().advice();
        SourceDelays.Builder delays = SourceDelays.newBuilder()
                .setNode(operator.nodeId())
                .setUid(operator.uid())
                .setName(operator.name())
                .setSubtask(operator.subtask())
                .setWatchedMs(operator.report().watchedMs())
                .setRows(advice.rows())
                .setRowsWithoutTimestamp(advice.rowsWithoutTimestamp())
                .setInNoWindow(advice.inNoWindow())
                .setLeastWithoutLateMs(advice.leastWithoutLate())
                .setLeastWithoutDropMs(advice.leastWithoutDrop());
        for (DelayOutcome outcome : advice.outcomes()) {
            delays.addResults(DelayResult.newBuilder()
                    .setDelayMs(outcome.delayMs())
                    .setLate(outcome.late())
                    .setDropped(outcome.dropped())
                    .setFired(outcome.fired())
                    .setWaitMs(outcome.waitMs()));
        }
        return delays.build();
    }

    /** What the tasks say that answer in time; of the others it is said that they did not. */
    private static <T> List<T> ask(
            List<Task> tasks, Function<Task, CompletableFuture<T>> question, WatermarksReply.Builder silentOnes)
            throws InterruptedException {
        List<CompletableFuture<T>> asked = tasks.stream().map(question).toList();
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS);
        List<T> answers = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            try {
                answers.add(asked.get(i).get(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS));
            } catch (TimeoutException e) {
                if (silentOnes != null) {
                    TaskIdentity silent = tasks.get(i).identity();
                    silentOnes.addSilent(SilentTask.newBuilder()
                            .setVertex(silent.vertex())
                            .setName(silent.name())
                            .setSubtask(silent.subtask())
                            .setWaitedMs(TIMEOUT_MS));
                }
            } catch (ExecutionException e) {
                // It ended in the meantime and has nothing to say.
                continue;
            }
        }
        return answers;
    }
}
