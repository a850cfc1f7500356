package io.tidemark.deploy.view;

import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.terminal.Words;
import io.tidemark.network.proto.ChannelWatermark;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.SplitWatermark;
import io.tidemark.network.proto.WaitExplanation;
import io.tidemark.network.proto.WatermarksReply;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How far event time has come at every operator of a job, at every channel and split, and what holds it back.
 *
 * @param waits one for each operator that has not seen the end of event time
 * @param explanations their sentences, and what else there is to say
 */
public record WatermarksView(String jobId, List<Operator> operators, List<Wait> waits, List<String> explanations)
        implements View {
    /** So many channels of an operator subtask, and so many splits, are shown to people; JSON has them all. */
    private static final int SHOWN = 8;

    /**
     * A subtask of an operator.
     *
     * @param identifier null for event time, else that of a declared watermark
     * @param value of a declared watermark; else null
     * @param nextDueMs the least event time at which a timer or window is due; null for none
     * @param heldBackBy null when nothing holds it back
     */
    record Operator(
            int node,
            String uid,
            String name,
            int subtask,
            String identifier,
            String value,
            WatermarkView watermark,
            Long nextDueMs,
            int blockedPercent,
            boolean source,
            Channel heldBackBy,
            List<Channel> channels,
            List<Split> splits) {
        static Operator of(OperatorWatermark operator) {
            int slowest = operator.getHeldBackBy();
            List<Channel> channels = new ArrayList<>();
            for (int i = 0; i < operator.getChannelsCount(); i++) {
                channels.add(Channel.of(operator.getChannels(i), i == slowest, operator.getOpenedAtMs()));
            }
            return new Operator(
                    operator.getNode(),
                    operator.getUid(),
                    operator.getName(),
                    operator.getSubtask(),
                    orNull(operator.getIdentifier()),
                    orNull(operator.getValue()),
                    WatermarkView.of(operator.getWatermark(), operator.getIdle(), operator.getAdvancedAtMs()),
                    operator.getNextDue() == Long.MAX_VALUE || operator.getNextDue() == 0
                            ? null
                            : operator.getNextDue(),
                    operator.getBlockedPercent(),
                    operator.getSource(),
                    slowest >= 0 && slowest < channels.size() ? channels.get(slowest) : null,
                    channels,
                    operator.getSplitsList().stream().map(Split::of).toList());
        }

        /** Its name, with the identifier of a declared watermark. */
        String title() {
            return identifier == null ? name : name + ", " + identifier;
        }

        String watermarkText(Times times) {
            return (identifier == null ? watermark.text(times) : value) + (watermark.idle() ? ", idle" : "");
        }

        /** What it waits for: of a source reader the split that is furthest behind. */
        String heldBackText(Times times) {
            if (heldBackBy != null && !source) {
                return heldBackBy.producer() + ": " + heldBackBy.watermarkText(times);
            }
            return splits.stream()
                    .filter(split -> split.state() == ChannelState.ACTIVE || split.state() == ChannelState.SILENT)
                    .min(Comparator.comparingLong(split -> split.watermark().order()))
                    .map(split -> split.title() + ": " + split.watermark().text(times))
                    .orElse("");
        }
    }

    /**
     * @param sinceMs since when it is in this state; of an active one, when its watermark last rose; null when that is not
     *     known
     * @param value of a declared watermark; else null
     * @param origin the source or generator, its subtask and split that is behind it
     */
    record Channel(
            int edge,
            int producerVertex,
            String producerName,
            int producerSubtask,
            ChannelState state,
            Long sinceMs,
            boolean holdsBack,
            WatermarkView watermark,
            String value,
            String origin) {
        static Channel of(ChannelWatermark channel, boolean holdsBack, long openedAtMs) {
            ChannelState state =
                    ChannelState.of(channel.getEnded(), channel.getIdle(), channel.getWatermark() != Long.MIN_VALUE);
            long sinceMs = switch (state) {
                case ACTIVE, ENDED -> channel.getAdvancedAtMs();
                case IDLE -> channel.getIdleSinceMs();
                case SILENT -> openedAtMs;
            };
            return new Channel(
                    channel.getEdge(),
                    channel.getProducerVertex(),
                    channel.getProducerName(),
                    channel.getProducerSubtask(),
                    state,
                    sinceMs == 0 ? null : sinceMs,
                    holdsBack,
                    WatermarkView.of(channel.getWatermark(), channel.getIdle(), channel.getAdvancedAtMs()),
                    orNull(channel.getValue()),
                    channel.getOrigin());
        }

        String watermarkText(Times times) {
            return value == null ? watermark.text(times) : value;
        }

        String producer() {
            return producerName + " #" + (producerSubtask + 1);
        }
    }

    /**
     * @param split empty for the generator of an operator that is no source
     * @param lastRecordAtMs to the second; null for never
     * @param pausedBy the alignment group that keeps it from being read; null for none
     */
    record Split(
            String split,
            ChannelState state,
            WatermarkView watermark,
            long records,
            Long lastRecordAtMs,
            Long newestTimestampMs,
            String pausedBy) {
        static Split of(SplitWatermark split) {
            long newest = split.getNewestTimestamp();
            return new Split(
                    split.getSplit(),
                    ChannelState.of(split.getFinished(), split.getIdle(), split.getWatermark() != Long.MIN_VALUE),
                    WatermarkView.of(split.getWatermark(), split.getIdle(), split.getAdvancedAtMs()),
                    split.getRecords(),
                    split.getLastRecordAtMs() == 0 ? null : split.getLastRecordAtMs(),
                    split.getRecords() == 0 || newest == Long.MIN_VALUE ? null : newest,
                    split.hasPaused() ? split.getPaused().getGroup() : null);
        }

        String title() {
            return split.isEmpty() ? "its input" : "split " + split;
        }
    }

    /** Why an operator's event time stands where it stands; {@code split} is null for none. */
    record Wait(
            int node,
            String operator,
            int subtask,
            String cause,
            String origin,
            int originSubtask,
            String split,
            String sentence) {
        static Wait of(WaitExplanation wait) {
            return new Wait(
                    wait.getNode(),
                    wait.getOperator(),
                    wait.getSubtask(),
                    wait.getCause(),
                    wait.getOrigin(),
                    wait.getOriginSubtask(),
                    orNull(wait.getSplit()),
                    wait.getSentence());
        }
    }

    public static WatermarksView of(WatermarksReply reply) {
        return new WatermarksView(
                reply.getJobId(),
                reply.getOperatorsList().stream().map(Operator::of).toList(),
                reply.getWaitsList().stream().map(Wait::of).toList(),
                List.copyOf(reply.getExplanationsList()));
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    @Override
    public List<String> lines(Times times, long nowMs) {
        if (operators.isEmpty()) {
            return List.of("No operator of job " + jobId + " runs right now, so there are no watermarks to show.");
        }
        List<String> lines = new ArrayList<>(operatorLines(times, nowMs));
        addUnder(lines, "Channels", channelLines(times, nowMs));
        addUnder(lines, "Splits", splitLines(times, nowMs));
        if (!explanations.isEmpty()) {
            lines.add("");
            lines.addAll(explanations);
        }
        return lines;
    }

    private static void addUnder(List<String> lines, String title, List<String> more) {
        if (!more.isEmpty()) {
            lines.add("");
            lines.add(title);
            lines.addAll(more);
        }
    }

    /** A column says which watermark it is when there are others than event time. */
    private List<String> operatorLines(Times times, long nowMs) {
        boolean hasDeclared = operators.stream().anyMatch(operator -> operator.identifier() != null);
        Table table = new Table().left("operator").right("subtask");
        if (hasDeclared) {
            table.left("identifier");
        }
        table.left("watermark").left("last rose").left("held back by");
        for (Operator operator : operators) {
            List<Object> cells = new ArrayList<>(List.of(operator.name(), operator.subtask() + 1));
            if (hasDeclared) {
                cells.add(operator.identifier() == null ? "event time" : operator.identifier());
            }
            cells.add(operator.watermarkText(times));
            cells.add(operator.watermark().age(nowMs));
            cells.add(operator.heldBackText(times));
            table.row(cells.toArray());
        }
        return table.lines();
    }

    /** The channels of gates that wait for watermarks, the furthest behind first. */
    private List<String> channelLines(Times times, long nowMs) {
        Table table = new Table()
                .left("operator")
                .right("subtask")
                .left("from")
                .left("watermark")
                .left("state")
                .left("since")
                .left("behind it");
        long left = 0;
        for (Operator operator : operators) {
            if (operator.source() || operator.watermark().endOfInput()) {
                continue;
            }
            List<Channel> channels = operator.channels().stream()
                    .sorted(Comparator.comparing((Channel channel) -> !channel.holdsBack())
                            .thenComparing(Channel::state)
                            .thenComparingLong(channel -> channel.watermark().order()))
                    .toList();
            for (Channel channel : channels.subList(0, Math.min(SHOWN, channels.size()))) {
                table.row(
                        operator.title(),
                        operator.subtask() + 1,
                        channel.producer(),
                        channel.watermarkText(times),
                        channel.state().word() + (channel.holdsBack() ? ", holds back" : ""),
                        channel.sinceMs() == null ? "" : WatermarkView.ago(channel.sinceMs(), nowMs),
                        channel.origin());
            }
            left += Math.max(0, channels.size() - SHOWN);
        }
        return cut(table, left, "channel");
    }

    private List<String> splitLines(Times times, long nowMs) {
        Table table = new Table()
                .left("operator")
                .right("subtask")
                .left("split")
                .left("watermark")
                .left("state")
                .right("records")
                .left("last record");
        long left = 0;
        for (Operator operator : operators) {
            List<Split> splits = operator.splits().stream()
                    .sorted(Comparator.comparing(Split::state)
                            .thenComparingLong(split -> split.watermark().order()))
                    .toList();
            for (Split split : splits.subList(0, Math.min(SHOWN, splits.size()))) {
                table.row(
                        operator.name(),
                        operator.subtask() + 1,
                        split.split().isEmpty() ? "(its input)" : split.split(),
                        split.watermark().text(times),
                        split.state().word() + (split.pausedBy() == null ? "" : ", paused by " + split.pausedBy()),
                        Words.count(split.records()),
                        split.lastRecordAtMs() == null ? "never" : WatermarkView.ago(split.lastRecordAtMs(), nowMs));
            }
            left += Math.max(0, splits.size() - SHOWN);
        }
        return cut(table, left, "split");
    }

    private static List<String> cut(Table table, long left, String noun) {
        if (table.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(table.lines());
        if (left > 0) {
            lines.add("… and " + Words.count(left, noun) + " more, further ahead; --json lists all.");
        }
        return lines;
    }
}
