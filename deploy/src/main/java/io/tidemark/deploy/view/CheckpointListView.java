package io.tidemark.deploy.view;

import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.terminal.Words;
import io.tidemark.network.proto.CheckpointInfo;
import io.tidemark.network.proto.ListCheckpointsReply;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A job's checkpoints, the newest first. */
public record CheckpointListView(List<Checkpoint> checkpoints) implements View {
    /**
     * One of them.
     *
     * @param fullBytes what a restore from it reads
     * @param newBytes what it had to write, the rest it shares with earlier ones
     * @param unaligned whether some task did not wait for what stood before its barriers
     * @param inFlightBytes how much of that is part of it
     * @param purpose why it was taken; empty when that is not known any more
     * @param path of its manifest; empty when it is not there, or not any more
     */
    record Checkpoint(
            long id,
            String state,
            String purpose,
            long triggeredAtMs,
            long durationMs,
            long fullBytes,
            long newBytes,
            boolean unaligned,
            long inFlightBytes,
            String slowestTask,
            long slowestMs,
            String cause,
            String path) {
        static Checkpoint of(CheckpointInfo info) {
            return new Checkpoint(
                    info.getCheckpointId(),
                    info.getState(),
                    info.getPurpose(),
                    info.getTriggeredAtMs(),
                    info.getDurationMs(),
                    info.getFullBytes(),
                    info.getNewBytes(),
                    info.getUnaligned(),
                    info.getInFlightBytes(),
                    info.getSlowestTask(),
                    info.getSlowestMs(),
                    info.getCause(),
                    info.getPath());
        }

        boolean isCompleted() {
            return state.equals("COMPLETED");
        }

        String remark() {
            return Stream.of(
                            reason(),
                            isCompleted() && unaligned ? "unaligned, " + Words.bytes(inFlightBytes) + " in flight" : "",
                            cause)
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining("; "));
        }

        private String reason() {
            return switch (purpose) {
                case "FINAL" -> "final";
                case "SAVEPOINT" -> "for a savepoint";
                case "STOP" -> "for a stop";
                case "RESCALE" -> "for a rescale";
                default -> "";
            };
        }
    }

    public static CheckpointListView of(ListCheckpointsReply reply) {
        return new CheckpointListView(
                reply.getCheckpointsList().stream().map(Checkpoint::of).toList());
    }

    @Override
    public List<String> lines(Times times, long nowMs) {
        if (checkpoints.isEmpty()) {
            return List.of("No checkpoints yet.");
        }
        Table table = new Table()
                .right("id")
                .left("state")
                .left("started")
                .right("took")
                .right("full size")
                .right("new in it")
                .left("slowest task")
                .left("remark");
        for (Checkpoint checkpoint : checkpoints) {
            table.row(
                    checkpoint.id(),
                    checkpoint.state(),
                    times.clock(checkpoint.triggeredAtMs()),
                    Words.duration(checkpoint.durationMs()),
                    checkpoint.isCompleted() ? Words.bytes(checkpoint.fullBytes()) : "",
                    checkpoint.isCompleted() ? Words.bytes(checkpoint.newBytes()) : "",
                    checkpoint.slowestTask().isEmpty()
                            ? ""
                            : checkpoint.slowestTask() + " (" + Words.duration(checkpoint.slowestMs()) + ")",
                    checkpoint.remark());
        }
        List<String> lines = new ArrayList<>(table.lines());
        List<String> kept = checkpoints.stream()
                .map(Checkpoint::path)
                .filter(path -> !path.isEmpty())
                .toList();
        if (!kept.isEmpty()) {
            lines.add("");
            lines.add("Kept, for tidemark submit --from and tidemark state:");
            kept.forEach(path -> lines.add("  " + path));
        }
        return lines;
    }
}
