package io.tidemark.worker;

import io.tidemark.api.operator.LateRecord;
import io.tidemark.network.gate.ChannelFacts;
import io.tidemark.network.proto.ChannelWatermark;
import io.tidemark.network.proto.LateRecordsReply;
import io.tidemark.network.proto.LateSample;
import io.tidemark.network.proto.OperatorLate;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.SplitWatermark;
import io.tidemark.network.proto.WatermarksReply;
import io.tidemark.worker.chain.OperatorFacts;
import io.tidemark.worker.chain.SplitFacts;
import io.tidemark.worker.task.Task;
import io.tidemark.worker.task.TaskFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What the tasks of a worker can say about themselves, as messages. The tasks are not stopped: each answers between steps. */
final class Explanations {
    private static final long TIMEOUT_MS = 2_000;

    private Explanations() {}

    static WatermarksReply watermarks(String jobId, List<Task> tasks) throws InterruptedException {
        WatermarksReply.Builder reply = WatermarksReply.newBuilder().setJobId(jobId);
        for (TaskFacts facts : ask(tasks, reply)) {
            for (int i = 0; i < facts.operators().size(); i++) {
                reply.addOperators(watermark(facts, i));
            }
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
                .setHeldBackBy(-1);
        if (index == 0) {
            facts.channels().forEach(channel -> watermark.addChannels(channel(channel)));
            watermark.setHeldBackBy(facts.heldBackBy());
        }
        operator.splits().forEach(split -> watermark.addSplits(split(split)));
        return watermark.build();
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
                .build();
    }

    private static SplitWatermark split(SplitFacts split) {
        return SplitWatermark.newBuilder()
                .setSplit(split.split())
                .setWatermark(split.watermark())
                .setIdle(split.idle())
                .setFinished(split.finished())
                .setAdvancedAtMs(split.advancedAtMs())
                .build();
    }

    static LateRecordsReply late(String jobId, List<Task> tasks) throws InterruptedException {
        LateRecordsReply.Builder reply = LateRecordsReply.newBuilder().setJobId(jobId);
        for (TaskFacts facts : ask(tasks, null)) {
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

    /** The facts of all tasks that answer in time; of the others it is said that they did not. */
    private static List<TaskFacts> ask(List<Task> tasks, WatermarksReply.Builder silentOnes)
            throws InterruptedException {
        List<CompletableFuture<TaskFacts>> asked =
                tasks.stream().map(Task::facts).toList();
        long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS);
        List<TaskFacts> facts = new ArrayList<>();
        for (int i = 0; i < tasks.size(); i++) {
            try {
                facts.add(asked.get(i).get(Math.max(0, deadlineNs - System.nanoTime()), TimeUnit.NANOSECONDS));
            } catch (TimeoutException e) {
                if (silentOnes != null) {
                    silentOnes.addExplanations(tasks.get(i).identity().title() + " has not answered for " + TIMEOUT_MS
                            + " ms: its user code has been in one call for so long.");
                }
            } catch (ExecutionException e) {
                // It ended in the meantime and has nothing to say.
                continue;
            }
        }
        return facts;
    }
}
