package io.tidemark.coordinator.explain;

import io.tidemark.network.proto.ChannelWatermark;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.SplitWatermark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One sentence for each operator that has not seen the end of event time: which subtask is furthest behind, which
 * channel or split holds it there, and why, followed upstream to where it starts.
 */
public final class WatermarkExplainer {
    private static final long NONE = Long.MIN_VALUE;
    private static final long END = Long.MAX_VALUE;
    private static final int LONGEST_WAY = 64;

    private final List<OperatorWatermark> operators;
    private final long nowMs;

    private WatermarkExplainer(List<OperatorWatermark> operators, long nowMs) {
        this.operators = operators;
        this.nowMs = nowMs;
    }

    /** Explains all operators, in the order of the plan. */
    public static List<String> explain(List<OperatorWatermark> operators, long nowMs) {
        WatermarkExplainer explainer = new WatermarkExplainer(operators, nowMs);
        Map<Integer, List<OperatorWatermark>> byNode = operators.stream()
                .collect(Collectors.groupingBy(OperatorWatermark::getNode, TreeMap::new, Collectors.toList()));
        List<String> sentences = new ArrayList<>();
        for (List<OperatorWatermark> subtasks : byNode.values()) {
            subtasks.stream()
                    .filter(subtask -> !subtask.getIdle())
                    .min(Comparator.comparingLong(OperatorWatermark::getWatermark)
                            .thenComparingInt(OperatorWatermark::getSubtask))
                    .filter(slowest -> slowest.getWatermark() != END)
                    .flatMap(slowest -> explainer.explain(slowest, subtasks.size()))
                    .ifPresent(sentences::add);
        }
        return sentences;
    }

    private Optional<String> explain(OperatorWatermark operator, int subtasks) {
        boolean isHead = operator.getChannelsCount() > 0 || operator.getSplitsCount() > 0;
        if (!isHead) {
            // It shares a task with the operator before it, of which the same is said.
            return Optional.empty();
        }
        String subject = "\"" + operator.getName() + "\""
                + (subtasks == 1
                        ? ""
                        : " (its slowest subtask is " + (operator.getSubtask() + 1) + " of " + subtasks + ")")
                + " is at " + time(operator.getWatermark()) + since(operator.getAdvancedAtMs());
        return Optional.of(subject + reason(operator, LONGEST_WAY) + ".");
    }

    private String reason(OperatorWatermark operator, int stepsLeft) {
        Optional<SplitWatermark> split = slowestSplit(operator);
        if (split.isPresent()) {
            return ", held back by " + describe(split.get());
        }
        int index = operator.getHeldBackBy();
        if (index < 0 || index >= operator.getChannelsCount()) {
            boolean allIdle = operator.getChannelsCount() > 0
                    && operator.getChannelsList().stream().allMatch(channel -> channel.getIdle() || channel.getEnded());
            return allIdle ? "; all its inputs are idle or have ended" : "";
        }
        ChannelWatermark channel = operator.getChannels(index);
        String text =
                ", held back by \"" + channel.getProducerName() + "\" subtask " + (channel.getProducerSubtask() + 1)
                        + ", which "
                        + (channel.getWatermark() == NONE
                                ? "has sent no watermark yet"
                                : "is at " + time(channel.getWatermark()) + since(channel.getAdvancedAtMs()));
        Optional<OperatorWatermark> upstream = producer(channel);
        if (upstream.isPresent() && stepsLeft > 0) {
            return text + reason(upstream.get(), stepsLeft - 1);
        }
        return text;
    }

    /** The operator at the head of the producing task, which has the channels or splits that tell more. */
    private Optional<OperatorWatermark> producer(ChannelWatermark channel) {
        return operators.stream()
                .filter(operator -> operator.getNode() == channel.getProducerVertex()
                        && operator.getSubtask() == channel.getProducerSubtask())
                .findFirst();
    }

    private static Optional<SplitWatermark> slowestSplit(OperatorWatermark operator) {
        return operator.getSplitsList().stream()
                .filter(split -> !split.getIdle() && !split.getFinished())
                .min(Comparator.comparingLong(SplitWatermark::getWatermark).thenComparing(SplitWatermark::getSplit));
    }

    private String describe(SplitWatermark split) {
        if (split.getWatermark() == NONE) {
            return "split " + split.getSplit()
                    + ", which has given no watermark yet; WatermarkStrategy.withIdleness(...) leaves silent splits out";
        }
        return "split " + split.getSplit() + ", which is at " + time(split.getWatermark())
                + since(split.getAdvancedAtMs());
    }

    private String since(long advancedAtMs) {
        if (advancedAtMs <= 0) {
            return "";
        }
        long ms = Math.max(0, nowMs - advancedAtMs);
        return " since " + (ms < 10_000 ? ms + " ms" : ms / 1000 + " s");
    }

    private static String time(long watermark) {
        if (watermark == NONE) {
            return "the beginning (no watermark yet)";
        }
        return watermark == END ? "the end of its input" : EventTimes.text(watermark);
    }
}
