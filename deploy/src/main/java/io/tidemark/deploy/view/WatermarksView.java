package io.tidemark.deploy.view;

import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.network.proto.ChannelWatermark;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.SplitWatermark;
import io.tidemark.network.proto.WatermarksReply;
import java.util.ArrayList;
import java.util.List;

/** How far event time has come at every operator of a job, and what holds it back. */
public record WatermarksView(String jobId, List<Operator> operators, List<String> explanations) implements View {
    /** A subtask of an operator; {@code heldBackBy} is null when nothing holds it back. */
    record Operator(
            int node,
            String uid,
            String name,
            int subtask,
            WatermarkView watermark,
            Channel heldBackBy,
            List<Channel> channels,
            List<Split> splits) {
        static Operator of(OperatorWatermark operator) {
            List<Channel> channels =
                    operator.getChannelsList().stream().map(Channel::of).toList();
            int slowest = operator.getHeldBackBy();
            return new Operator(
                    operator.getNode(),
                    operator.getUid(),
                    operator.getName(),
                    operator.getSubtask(),
                    WatermarkView.of(operator.getWatermark(), operator.getIdle(), operator.getAdvancedAtMs()),
                    slowest >= 0 && slowest < channels.size() ? channels.get(slowest) : null,
                    channels,
                    operator.getSplitsList().stream().map(Split::of).toList());
        }

        /** The split of a source reader that is furthest behind, if it reads several. */
        String heldBackText(Times times) {
            if (heldBackBy != null) {
                return heldBackBy.producerName() + " #" + (heldBackBy.producerSubtask() + 1) + ": "
                        + heldBackBy.watermark().text(times);
            }
            return splits.stream()
                    .filter(split -> !split.finished() && !split.watermark().idle())
                    .filter(split -> !split.watermark().endOfInput())
                    .min((one, other) -> Long.compare(one.order(), other.order()))
                    .map(split ->
                            "split " + split.split() + ": " + split.watermark().text(times))
                    .orElse("");
        }
    }

    record Channel(
            int edge,
            int producerVertex,
            String producerName,
            int producerSubtask,
            boolean ended,
            WatermarkView watermark) {
        static Channel of(ChannelWatermark channel) {
            return new Channel(
                    channel.getEdge(),
                    channel.getProducerVertex(),
                    channel.getProducerName(),
                    channel.getProducerSubtask(),
                    channel.getEnded(),
                    WatermarkView.of(channel.getWatermark(), channel.getIdle(), channel.getAdvancedAtMs()));
        }
    }

    record Split(String split, boolean finished, WatermarkView watermark) {
        static Split of(SplitWatermark split) {
            return new Split(
                    split.getSplit(),
                    split.getFinished(),
                    WatermarkView.of(split.getWatermark(), split.getIdle(), split.getAdvancedAtMs()));
        }

        private long order() {
            return watermark.timeMs() == null ? Long.MIN_VALUE : watermark.timeMs();
        }
    }

    public static WatermarksView of(WatermarksReply reply) {
        return new WatermarksView(
                reply.getJobId(),
                reply.getOperatorsList().stream().map(Operator::of).toList(),
                List.copyOf(reply.getExplanationsList()));
    }

    @Override
    public List<String> lines(Times times, long nowMs) {
        if (operators.isEmpty()) {
            return List.of("No operator of job " + jobId + " runs right now, so there are no watermarks to show.");
        }
        Table table = new Table()
                .left("operator")
                .right("subtask")
                .left("watermark")
                .left("last rose")
                .left("held back by");
        for (Operator operator : operators) {
            table.row(
                    operator.name(),
                    operator.subtask() + 1,
                    operator.watermark().text(times),
                    operator.watermark().age(nowMs),
                    operator.heldBackText(times));
        }
        List<String> lines = new ArrayList<>(table.lines());
        if (!explanations.isEmpty()) {
            lines.add("");
            lines.addAll(explanations);
        }
        return lines;
    }
}
