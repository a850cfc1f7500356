package io.tidemark.coordinator.explain;

import io.tidemark.network.proto.ChannelWatermark;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.SilentTask;
import io.tidemark.network.proto.SplitWatermark;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the workers told of event time, with ways up and down the job. */
final class WatermarkFacts {
    private record Subtask(int node, int subtask) {}

    private final List<OperatorWatermark> operators;
    private final List<SilentTask> silent;
    private final Map<Subtask, OperatorWatermark> byNode = new HashMap<>();
    /** By edge of the plan the node that writes to it. */
    private final Map<Integer, Integer> writers = new HashMap<>();

    WatermarkFacts(List<OperatorWatermark> operators, List<SilentTask> silent) {
        this.operators = operators.stream()
                .filter(operator -> operator.getIdentifier().isEmpty())
                .toList();
        this.silent = silent;
        for (OperatorWatermark operator : this.operators) {
            byNode.put(new Subtask(operator.getNode(), operator.getSubtask()), operator);
            operator.getOutEdgesList().forEach(edge -> writers.put(edge, operator.getNode()));
        }
    }

    List<OperatorWatermark> operators() {
        return operators;
    }

    Optional<OperatorWatermark> operator(int node, int subtask) {
        return Optional.ofNullable(byNode.get(new Subtask(node, subtask)));
    }

    /** Who writes to a channel: the operator that the edge leads from, or else the head of its task. */
    Optional<OperatorWatermark> producer(ChannelWatermark channel) {
        int node = writers.getOrDefault(channel.getEdge(), channel.getProducerVertex());
        return operator(node, channel.getProducerSubtask());
    }

    /** The operator of the same task that it gets its input from, the furthest behind if there are several. */
    Optional<OperatorWatermark> chainedParent(OperatorWatermark operator) {
        return operator.getChainedFromList().stream()
                .flatMap(node -> operator(node, operator.getSubtask()).stream())
                .min(Comparator.comparingLong(OperatorWatermark::getWatermark));
    }

    Optional<SilentTask> silentTask(int vertex, int subtask) {
        return silent.stream()
                .filter(task -> task.getVertex() == vertex && task.getSubtask() == subtask)
                .findFirst();
    }

    List<SilentTask> silentTasks() {
        return silent;
    }

    /** The heads of the tasks that a task writes to. */
    List<OperatorWatermark> consumers(OperatorWatermark operator) {
        return operators.stream()
                .filter(consumer -> channels(operator, consumer) > 0)
                .toList();
    }

    /** How many channels lead from a task to the one with this head; several when the edges are several. */
    static long channels(OperatorWatermark operator, OperatorWatermark consumer) {
        return consumer.getChannelsList().stream()
                .filter(channel -> channel.getProducerVertex() == operator.getVertex()
                        && channel.getProducerSubtask() == operator.getSubtask())
                .count();
    }

    /** The reader that the others of an alignment group wait for; nothing when none counts. */
    Optional<OperatorWatermark> slowestOfGroup(String group) {
        return operators.stream()
                .filter(operator -> operator.getAlignmentGroup().equals(group))
                .filter(operator -> !operator.getIdle() && operator.getWatermark() != Long.MAX_VALUE)
                .min(Comparator.comparingLong(OperatorWatermark::getWatermark)
                        .thenComparingInt(OperatorWatermark::getNode)
                        .thenComparingInt(OperatorWatermark::getSubtask));
    }

    /** The generator that holds an operator's event time back; nothing when none counts. */
    static Optional<SplitWatermark> slowestGenerator(OperatorWatermark operator) {
        return operator.getSplitsList().stream()
                .filter(split -> !split.getIdle() && !split.getFinished())
                .min(Comparator.comparingLong(SplitWatermark::getWatermark).thenComparing(SplitWatermark::getSplit));
    }
}
