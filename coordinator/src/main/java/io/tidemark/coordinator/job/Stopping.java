package io.tidemark.coordinator.job;

import io.tidemark.coordinator.checkpoint.CheckpointPurpose;
import java.util.Optional;

/** What complete checkpoints lead to: commits, savepoints, stops, and the barrier at which a rescale replaces the tasks. */
final class Stopping {
    private static final String SAVEPOINT_HINT =
            "See that its directory can be written by the coordinator and has room, and ask again.";

    private final JobRun run;
    private final TaskCalls calls;
    private final OrderBook orders;
    private final SavepointWrites savepoints;
    private final Checkpointing checkpointing;
    private final Restarting restarting;

    Stopping(
            JobRun run,
            TaskCalls calls,
            OrderBook orders,
            SavepointWrites savepoints,
            Checkpointing checkpointing,
            Restarting restarting) {
        this.run = run;
        this.calls = calls;
        this.orders = orders;
        this.savepoints = savepoints;
        this.checkpointing = checkpointing;
        this.restarting = restarting;
    }

    /** Has the sources end, once; all other tasks follow, and then it goes on as at the end of all input. */
    boolean drain() {
        if (run.attempt().isDrainSent()) {
            return false;
        }
        run.attempt().drainSent();
        run.note("sources are told to end, as the job is to be drained");
        calls.drain();
        return true;
    }

    void completed(Checkpointing.Completed checkpoint) {
        long id = checkpoint.id();
        checkpoint.savepoint().ifPresent(order -> savepoints.begin(id, order));
        if (run.hasTasks()) {
            run.attempt().progressed();
            switch (checkpoint.purpose()) {
                case PERIODIC, SAVEPOINT -> calls.completed(id);
                case FINAL -> {
                    calls.completed(id);
                    if (run.state() == JobState.FINISHING) {
                        run.attempt().finalCheckpoint(id);
                        run.note("final checkpoint " + id + " is complete");
                        run.orders().stop().ifPresent(stop -> savepoints.begin(id, stop));
                    }
                }
                case STOP, RESCALE -> {
                    // Not when the job was cancelled while it was being recorded.
                    if (run.state() != JobState.CANCELLING && !run.isEnding()) {
                        stopped(id, checkpoint.purpose());
                    }
                }
            }
        }
        checkpointing.cleanUp();
    }

    /** All tasks stand at the barrier. */
    private void stopped(long id, CheckpointPurpose purpose) {
        if (purpose == CheckpointPurpose.STOP) {
            // They end once there is a savepoint, or go on if there is none.
            run.attempt().stoppedAt(id);
            run.orders().stop().ifPresent(stop -> savepoints.begin(id, stop));
        } else {
            // They are replaced; those that follow commit what it holds.
            run.note("the job goes on at another parallelism from checkpoint " + id);
            restarting.replaceTasks("the job is rescaled");
        }
    }

    void savepointWritten(Event.SavepointWritten written) {
        Optional<Order> found = savepoints.end(written.checkpointId());
        if (found.isEmpty()) {
            return;
        }
        Order order = found.get();
        run.note("savepoint " + written.location() + " is written");
        if (order.isOpen() && order.kind() == Order.Kind.SAVEPOINT) {
            orders.done(order, written.location());
        } else if (isStopOf(written.checkpointId())) {
            // Answered by the end: until then the attempt may fail, and the job would go on behind this savepoint.
            run.ledger().set(run.facts().with(run.orders().stoppedWith(written.location())));
            run.persist();
            run.attempt().finalCheckpoint(written.checkpointId());
            if (run.state() == JobState.RUNNING) {
                run.move(JobState.FINISHING);
            }
        } else {
            run.note("nobody waits for it any more, and the job has not ended with it");
        }
        checkpointing.cleanUp();
    }

    void savepointFailed(Event.SavepointFailed failed) {
        Optional<Order> found = savepoints.end(failed.checkpointId());
        if (found.isEmpty()) {
            return;
        }
        Order order = found.get();
        String cause = "the savepoint was not written: " + failed.cause();
        run.note("of checkpoint " + failed.checkpointId() + ": " + cause);
        if (order.isOpen() && order.kind() == Order.Kind.SAVEPOINT) {
            orders.fail(order, cause, SAVEPOINT_HINT);
        } else if (isStopOf(failed.checkpointId()) && run.attempt().isStopped()) {
            orders.fail(order, cause + "; the job goes on", SAVEPOINT_HINT);
            calls.completedAndGoOn(failed.checkpointId());
            run.attempt().stoppedAt(0);
        } else if (isStopOf(failed.checkpointId())) {
            // All input has ended, and sinks have committed what came of that: the job ends, and says then what it has.
            run.attempt().savepointFailed(cause);
        }
        checkpointing.cleanUp();
    }

    private boolean isStopOf(long checkpointId) {
        return run.isLive()
                && run.orders().stop().isPresent()
                && (run.attempt().stoppedAt() == checkpointId || run.attempt().finalCheckpoint() == checkpointId);
    }
}
