package io.tidemark.deploy.view;

import io.tidemark.checkpoint.plain.SchemaLine;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.savepoint.EntryCount;
import io.tidemark.checkpoint.savepoint.SavepointReader;
import io.tidemark.checkpoint.savepoint.StoredOperator;
import io.tidemark.checkpoint.savepoint.StoredOwnState;
import io.tidemark.checkpoint.savepoint.StoredState;
import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.terminal.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A savepoint or checkpoint.
 *
 * @param kind {@code savepoint} or {@code checkpoint}
 * @param drained whether event time had been brought to its end before it was taken
 * @param createdBy the release; null when it does not say
 */
public record SavepointView(
        String path,
        String kind,
        String jobId,
        String jobName,
        long checkpointId,
        long completedAtMs,
        int formatVersion,
        String createdBy,
        boolean drained,
        List<Operator> operators) {

    /**
     * An operator.
     *
     * @param name null when the savepoint does not know it
     * @param watermark null when nothing of the operator was saved
     * @param keySchema null without keyed state
     * @param keyedBytes of the files with its keyed state and timers
     */
    record Operator(
            String uid,
            String name,
            boolean uidGiven,
            int parallelism,
            int maxParallelism,
            WatermarkView watermark,
            String keySchema,
            long keyedBytes,
            List<State> states) {
        static Operator of(StoredOperator operator, Map<StoredState, EntryCount> counts) {
            List<State> states = new ArrayList<>();
            counts.forEach((state, count) -> states.add(State.of(state, count)));
            operator.ownStates().forEach(own -> states.add(State.of(own)));
            return new Operator(
                    operator.uid(),
                    operator.name().isEmpty() ? null : operator.name(),
                    operator.isUidGiven(),
                    operator.parallelism(),
                    operator.maxParallelism(),
                    operator.hasSnapshot() ? WatermarkView.of(operator.watermark(), false, 0) : null,
                    operator.keySchema().map(SchemaLine::of).orElse(null),
                    operator.keyedBytes(),
                    states);
        }
    }

    /**
     * A state, a group of timers, or an operator's own list.
     *
     * @param schema null when it is not stored
     * @param exact false when some of the entries were counted and the rest inferred
     * @param bytes of keys and values, before compression
     */
    record State(String name, String kind, String schema, long entries, boolean exact, long bytes) {
        static State of(StoredState state, EntryCount count) {
            return new State(state.name(), state.kind(), line(state), count.entries(), count.isExact(), count.bytes());
        }

        private static String line(StoredState state) {
            String schema = state.schemaLine();
            return schema.isEmpty() ? null : schema;
        }

        static State of(StoredOwnState state) {
            String schema = state.schema().map(SchemaLine::of).orElse(null);
            return new State(state.name(), "own list", schema, state.elements(), true, state.bytes());
        }

        private String about() {
            return exact ? "" : "~";
        }
    }

    /** @param exact whether to count every entry */
    public static SavepointView of(SavepointReader reader, boolean exact) {
        CheckpointManifest manifest = reader.savepoint().manifest();
        return new SavepointView(
                reader.savepoint().location(),
                reader.savepoint().isSelfContained() ? "savepoint" : "checkpoint",
                manifest.getJobId(),
                manifest.getJobName(),
                manifest.getCheckpointId(),
                manifest.getCompletedAtMs(),
                manifest.getFormatVersion(),
                manifest.getCreatedBy().isEmpty() ? null : manifest.getCreatedBy(),
                manifest.getDrained(),
                reader.operators().stream()
                        .map(operator -> Operator.of(operator, reader.counts(operator, exact)))
                        .toList());
    }

    List<String> lines(Times times) {
        List<String> lines = new ArrayList<>();
        lines.add(path);
        lines.add("  " + kind + " " + checkpointId + " of job " + jobName + " (" + jobId + "), "
                + (completedAtMs == 0 ? "" : "taken " + times.clock(completedAtMs) + ", ") + "format " + formatVersion
                + (createdBy == null ? "" : ", written by " + createdBy));
        if (drained) {
            lines.add("  Drained: event time was at its end, and windows have fired that would have got more records.");
        }
        lines.add("");
        lines.addAll(operatorTable(times).lines());
        Table states = stateTable();
        if (!states.isEmpty()) {
            lines.add("");
            lines.addAll(states.lines());
        }
        return lines;
    }

    private Table operatorTable(Times times) {
        Table table = new Table()
                .left("operator")
                .left("name")
                .right("parallelism")
                .right("key groups")
                .left("key")
                .right("size")
                .left("watermark")
                .left("remark");
        for (Operator operator : operators) {
            table.row(
                    operator.uid(),
                    operator.name(),
                    operator.parallelism(),
                    operator.maxParallelism(),
                    operator.keySchema(),
                    operator.keyedBytes() == 0 ? "" : Words.bytes(operator.keyedBytes()),
                    operator.watermark() == null ? "" : operator.watermark().text(times),
                    operator.uidGiven() || operator.states().isEmpty() ? "" : "its uid was not given");
        }
        return table;
    }

    private Table stateTable() {
        Table table = new Table()
                .left("operator")
                .left("state")
                .left("kind")
                .left("schema")
                .right("entries")
                .right("size");
        for (Operator operator : operators) {
            for (State state : operator.states()) {
                table.row(
                        operator.uid(),
                        state.name(),
                        state.kind(),
                        state.schema(),
                        state.about() + Words.count(state.entries()),
                        state.about() + Words.bytes(state.bytes()));
            }
        }
        return table;
    }
}
