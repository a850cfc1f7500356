package io.tidemark.coordinator.job;

import io.tidemark.network.proto.ErrorDetail;
import java.util.List;

/** Brings the job to its end: by itself, by a cancel, or by a failure that no restart helps. */
final class Ending {
    private static final long LATE_WAIT_MS = 3_000;

    private final JobRun run;
    private final TaskCalls calls;
    private final OrderBook orders;
    private final SlotClaim slots;
    private final SavepointWrites savepoints;
    private final Checkpointing checkpointing;

    /** Facts that record a cancel, and the end. */
    private long cancelVersion;

    private long endVersion;
    private long lateDeadlineMs;
    private boolean endedSaid;

    Ending(
            JobRun run,
            TaskCalls calls,
            OrderBook orders,
            SlotClaim slots,
            SavepointWrites savepoints,
            Checkpointing checkpointing) {
        this.run = run;
        this.calls = calls;
        this.orders = orders;
        this.slots = slots;
        this.savepoints = savepoints;
        this.checkpointing = checkpointing;
    }

    /** A job whose input has ended, or that was stopped: commits its last checkpoint. */
    boolean finish() {
        Attempt attempt = run.attempt();
        if (!attempt.isLateAsked()) {
            // No record comes any more, so they can tell while the checkpoint is written.
            attempt.lateAsked();
            lateDeadlineMs = run.nowMs() + LATE_WAIT_MS;
            run.emit(new Effect.KeepLate(
                    attempt.number(), List.copyOf(attempt.tasks().workers())));
            return true;
        }
        if (attempt.finalCheckpoint() == 0) {
            return checkpointing.beginFinal();
        }
        if (savepoints.checkpointIds().contains(attempt.finalCheckpoint())) {
            return false;
        }
        if (!attempt.isFinishSent()) {
            if (!attempt.isLateKept() && run.nowMs() < lateDeadlineMs) {
                return false;
            }
            attempt.finishSent();
            calls.finish(attempt.finalCheckpoint());
            return true;
        }
        if (attempt.tasks().all(TaskState.FINISHED)) {
            endAs(JobStatus.FINISHED, null);
            return true;
        }
        return false;
    }

    void cancelRequested() {
        if (run.state().isTerminal() || run.isEnding() || run.state() == JobState.CANCELLING) {
            return;
        }
        run.ledger().set(run.facts().cancelling());
        cancelVersion = run.persist();
        checkpointing.giveUp("the job is cancelled");
        run.note("a cancel was asked for");
        if (!run.isDeployed()) {
            slots.release();
        }
        run.move(JobState.CANCELLING);
    }

    boolean endWhenCancelled() {
        if (!run.ledger().isDurable(cancelVersion)) {
            return false;
        }
        if (run.hasTasks()) {
            calls.cancel("the job is cancelled");
            return true;
        }
        Attempt attempt = run.attempt();
        if (attempt == null || attempt.isDrained(run.nowMs())) {
            // It may have been too late: all results were committed by the time the cancel came.
            boolean finished =
                    attempt != null && attempt.isFinishSent() && attempt.tasks().all(TaskState.FINISHED);
            endAs(finished ? JobStatus.FINISHED : JobStatus.CANCELLED, null);
            return true;
        }
        return false;
    }

    /** @param why null when it has not failed */
    void endAs(JobStatus how, ErrorDetail why) {
        checkpointing.giveUp("the job ends");
        JobOrders answered = orders.atEnd(how, withoutSavepoint());
        run.ledger().set(run.facts().with(answered).ended(how, why, run.nowMs()));
        endVersion = run.persist();
        run.endAs(JobState.valueOf(how.name()));
        if (run.hasTasks() && !run.attempt().tasks().allGone()) {
            calls.cancel("the job is " + how);
        }
    }

    /** For a stop of a job that has finished without a savepoint; its final checkpoint holds the same. */
    private ErrorDetail withoutSavepoint() {
        String failure = run.attempt() == null ? "" : run.attempt().savepointFailure();
        boolean isDrained = run.orders().stop().map(Order::drain).orElse(false);
        return Failure.detail(
                (failure.isEmpty() ? "there is no savepoint" : failure)
                        + "; the job has ended all the same, as all its input had",
                "Its final checkpoint is kept and holds the same. To go on from there: tidemark submit --from "
                        + checkpointing.checkpoints().pathOf(run.facts().latestCheckpoint())
                        + (isDrained ? " --allow-drained" : ""));
    }

    /** The end is decided; it is told once it is durable, and over once nothing runs any more. */
    boolean end() {
        if (!run.state().isTerminal()) {
            if (!run.ledger().isDurable(endVersion)) {
                return false;
            }
            run.note("the job is " + run.ending()
                    + run.facts()
                            .failureIfAny()
                            .map(why -> ": " + why.getCause())
                            .orElse(""));
            run.move(run.ending());
            run.emit(new Effect.TellEnd());
            // Also removes a manifest that was still being written when its checkpoint was given up.
            checkpointing.cleanUp();
            return true;
        }
        boolean isOver = !checkpointing.isCleaningUp()
                && savepoints.checkpointIds().isEmpty()
                && (run.attempt() == null || run.attempt().isDrained(run.nowMs()));
        if (endedSaid || !isOver) {
            return false;
        }
        endedSaid = true;
        slots.release();
        run.emit(new Effect.Ended());
        return true;
    }
}
