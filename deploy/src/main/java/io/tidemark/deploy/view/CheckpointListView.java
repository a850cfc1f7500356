package io.tidemark.deploy.view;

import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.terminal.Words;
import io.tidemark.network.proto.CheckpointInfo;
import io.tidemark.network.proto.ListCheckpointsReply;
import java.util.List;

/** A job's checkpoints, the newest first. */
public record CheckpointListView(List<Checkpoint> checkpoints) implements View {
    /**
     * One of them.
     *
     * @param fullBytes what a restore from it reads
     * @param newBytes what it had to write, the rest it shares with earlier ones
     * @param unaligned whether some task did not wait for what stood before its barriers
     * @param inFlightBytes how much of that is part of it
     */
    record Checkpoint(
            long id,
            String state,
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
            return isCompleted() && unaligned ? "unaligned, " + Words.bytes(inFlightBytes) + " in flight" : cause;
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
        return table.lines();
    }
}
