package io.tidemark.deploy.view;

import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.terminal.Words;
import io.tidemark.network.proto.LateRecordsReply;
import io.tidemark.network.proto.LateSample;
import io.tidemark.network.proto.OperatorLate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What came too late, by operator. The numbers are exact. */
public record LateView(String jobId, long dropped, long sentAside, List<Operator> operators) implements View {
    private static final Set<String> OWN_COMPONENTS = Set.of("late.dropped", "late.sent-aside");

    /** All subtasks of an operator together. */
    record Operator(
            int node,
            String uid,
            String name,
            long dropped,
            long sentAside,
            Map<String, Long> counters,
            List<Sample> samples) {
        boolean hasSomethingToSay() {
            return dropped > 0 || sentAside > 0 || counters.values().stream().anyMatch(count -> count > 0);
        }
    }

    /** One record; {@code timestampMs} and {@code watermarkMs} are null when there was none. */
    record Sample(String key, String value, Long timestampMs, Long watermarkMs, boolean sentAside) {
        static Sample of(LateSample sample) {
            return new Sample(
                    sample.getKey(),
                    sample.getValue(),
                    nullIfExtreme(sample.getTimestamp()),
                    nullIfExtreme(sample.getWatermark()),
                    sample.getSentAside());
        }

        private static Long nullIfExtreme(long time) {
            return time == Long.MIN_VALUE || time == Long.MAX_VALUE ? null : time;
        }
    }

    public static LateView of(LateRecordsReply reply) {
        Map<Integer, Operator> byNode = new TreeMap<>();
        for (OperatorLate late : reply.getOperatorsList()) {
            byNode.merge(late.getNode(), operator(late), LateView::sum);
        }
        List<Operator> operators = List.copyOf(byNode.values());
        return new LateView(
                reply.getJobId(),
                operators.stream().mapToLong(Operator::dropped).sum(),
                operators.stream().mapToLong(Operator::sentAside).sum(),
                operators);
    }

    private static Operator operator(OperatorLate late) {
        return new Operator(
                late.getNode(),
                late.getUid(),
                late.getName(),
                late.getDropped(),
                late.getSentAside(),
                otherCounters(late),
                late.getSamplesList().stream().map(Sample::of).toList());
    }

    /** Without those that have a component of their own. */
    private static Map<String, Long> otherCounters(OperatorLate late) {
        Map<String, Long> counters = new TreeMap<>(late.getCountersMap());
        counters.keySet().removeAll(OWN_COMPONENTS);
        return counters;
    }

    private static Operator sum(Operator one, Operator other) {
        Map<String, Long> counters = new TreeMap<>(one.counters());
        other.counters().forEach((name, count) -> counters.merge(name, count, Long::sum));
        List<Sample> samples = new ArrayList<>(one.samples());
        samples.addAll(other.samples());
        return new Operator(
                one.node(),
                one.uid(),
                one.name(),
                one.dropped() + other.dropped(),
                one.sentAside() + other.sentAside(),
                counters,
                samples);
    }

    @Override
    public List<String> lines(Times times, long nowMs) {
        List<Operator> shown =
                operators.stream().filter(Operator::hasSomethingToSay).toList();
        if (shown.isEmpty()) {
            return List.of("No record was late.");
        }
        List<String> lines = new ArrayList<>(totals(shown));
        if (shown.stream().anyMatch(operator -> !operator.samples().isEmpty())) {
            lines.add("");
            lines.add("Samples");
            lines.addAll(samples(shown, times));
        }
        return lines;
    }

    private static List<String> totals(List<Operator> shown) {
        Table table = new Table()
                .left("operator")
                .right("dropped as late")
                .right("sent aside")
                .left("other counters");
        for (Operator operator : shown) {
            List<String> counters = new ArrayList<>();
            operator.counters().forEach((name, count) -> {
                if (count > 0) {
                    counters.add(name + " " + Words.count(count));
                }
            });
            table.row(
                    operator.name(),
                    Words.count(operator.dropped()),
                    Words.count(operator.sentAside()),
                    String.join(", ", counters));
        }
        return table.lines();
    }

    private static List<String> samples(List<Operator> shown, Times times) {
        Table table = new Table()
                .left("operator")
                .left("fate")
                .left("time")
                .left("watermark")
                .left("key")
                .left("record");
        for (Operator operator : shown) {
            for (Sample sample : operator.samples()) {
                table.row(
                        operator.name(),
                        sample.sentAside() ? "aside" : "dropped",
                        times.timestamp(orMin(sample.timestampMs())),
                        times.watermark(orMin(sample.watermarkMs())),
                        sample.key(),
                        sample.value());
            }
        }
        return table.lines();
    }

    private static long orMin(Long time) {
        return time == null ? Long.MIN_VALUE : time;
    }
}
