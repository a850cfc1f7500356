package io.tidemark.coordinator.job;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.PlanOperator;
import io.tidemark.coordinator.checkpoint.CheckpointCoordinator;
import io.tidemark.coordinator.checkpoint.CheckpointPhase;
import io.tidemark.coordinator.checkpoint.CheckpointPurpose;
import io.tidemark.network.proto.PlanNodeProto;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Takes the job's checkpoints, one at a time: reserves an id, has barriers sent, gathers what tasks ack, has it written and
 * recorded, and has old ones removed. What a complete one leads to is {@link Stopping}'s.
 */
final class Checkpointing {
    private final JobRun run;
    private final TaskCalls calls;
    private final OrderBook orders;
    private final SavepointWrites savepoints;
    private final CheckpointCoordinator checkpoints;

    /** Facts that record the id of the one under way, or that it is complete. */
    private long recordVersion;
    /** Token of the savepoint whose checkpoint is under way. */
    private String savepointToken = "";
    /** Clean-ups that are not answered yet. */
    private int cleanUps;

    Checkpointing(JobRun run, TaskCalls calls, OrderBook orders, SavepointWrites savepoints) {
        this.run = run;
        this.calls = calls;
        this.orders = orders;
        this.savepoints = savepoints;
        this.checkpoints = new CheckpointCoordinator(run.spec().policy().checkpoints(), run::nameOf);
    }

    /** To be asked, not to be driven. */
    CheckpointCoordinator checkpoints() {
        return checkpoints;
    }

    // ------------------------------------------------------------------------------------------ beginning

    void attemptRuns() {
        checkpoints.attemptRuns(run.nowMs());
    }

    /** Begins what is due of a running job. @return whether something is */
    boolean beginDue() {
        if (cleanUps > 0 || !checkpoints.mayBegin(run.nowMs()) || run.attempt().isStopped()) {
            return false;
        }
        Optional<Order> savepoint = savepointWanted();
        if (run.orders().stop().isPresent()) {
            reserve(CheckpointPurpose.STOP);
        } else if (orders.parallelismWanted().isPresent()) {
            reserve(CheckpointPurpose.RESCALE);
        } else if (savepoint.isPresent()) {
            savepointToken = savepoint.get().token();
            reserve(CheckpointPurpose.SAVEPOINT);
        } else if (checkpoints.isPeriodicDue(run.nowMs())) {
            reserve(CheckpointPurpose.PERIODIC);
        } else {
            return false;
        }
        return true;
    }

    /** Begins the last one of a job whose input has ended. @return whether it may be */
    boolean beginFinal() {
        if (cleanUps > 0 || run.attempt().isStopped() || !checkpoints.isFinalDue(run.nowMs())) {
            return false;
        }
        reserve(CheckpointPurpose.FINAL);
        return true;
    }

    /** The first that nobody works on yet. */
    private Optional<Order> savepointWanted() {
        return run.orders().open(Order.Kind.SAVEPOINT).stream()
                .filter(order -> !savepoints.isFor(order))
                .findFirst();
    }

    private void reserve(CheckpointPurpose purpose) {
        long id = run.facts().nextCheckpointId();
        run.ledger().set(run.facts().checkpointIdUsed());
        recordVersion = run.persist();
        checkpoints.reserve(
                id, run.attempt().number(), purpose, run.attempt().tasks().keys());
    }

    // --------------------------------------------------------------------------------------- going on

    /** Sends the barriers of one whose id has become durable. @return whether there is one */
    boolean triggerReserved() {
        if (checkpoints.phase() != CheckpointPhase.RESERVED || !run.ledger().isDurable(recordVersion)) {
            return false;
        }
        checkpoints.triggered(run.nowMs());
        calls.trigger(checkpoints.id(), checkpoints.purpose());
        giveNotice();
        return true;
    }

    private void giveNotice() {
        switch (checkpoints.takeNotice(run.nowMs())) {
            case IN_BURSTS -> calls.unalign(checkpoints.id(), true);
            case EVERYWHERE -> calls.unalign(checkpoints.id(), false);
            case NONE -> {}
        }
    }

    /**
     * A checkpoint that is complete for good.
     *
     * @param savepoint the order that it was taken for, if it was and if that is still open
     */
    record Completed(long id, CheckpointPurpose purpose, Optional<Order> savepoint) {}

    /** Takes note of one whose completion has become durable, if there is one. */
    Optional<Completed> takeCompleted() {
        if (checkpoints.phase() != CheckpointPhase.RECORDING || !run.ledger().isDurable(recordVersion)) {
            return Optional.empty();
        }
        Completed completed = new Completed(checkpoints.id(), checkpoints.purpose(), savepointUnderWay());
        checkpoints.recorded(run.nowMs());
        return Optional.of(completed);
    }

    private Optional<Order> savepointUnderWay() {
        return checkpoints.purpose() == CheckpointPurpose.SAVEPOINT
                ? run.orders().find(savepointToken).filter(Order::isOpen)
                : Optional.empty();
    }

    /** Has those removed that are not kept. May be at any time: also while a manifest is being written or recorded. */
    void cleanUp() {
        cleanUps++;
        SortedSet<Long> kept = new TreeSet<>(run.facts().completed());
        // After a crash now these are the ones that are known.
        kept.addAll(run.ledger().durable().completed());
        if (checkpoints.phase() != CheckpointPhase.IDLE) {
            // Its manifest may be there by the time this is done, and is about to be recorded.
            kept.add(checkpoints.id());
        }
        kept.addAll(savepoints.checkpointIds());
        run.emit(new Effect.CleanUp(List.copyOf(kept)));
    }

    boolean isCleaningUp() {
        return cleanUps > 0;
    }

    // ----------------------------------------------------------------------------------------- failing

    /**
     * The one under way has failed.
     *
     * @param mayRestart whether a restart may help; where the storage is at fault it would only need it too
     * @return why the attempt fails with it, when too many have
     */
    private Optional<Failure> failed(String cause, boolean mayRestart) {
        long id = checkpoints.id();
        CheckpointPurpose purpose = checkpoints.purpose();
        Optional<Order> savepoint = savepointUnderWay();
        checkpoints.failed(cause, mayRestart && isCounted(purpose), run.nowMs());
        run.note("checkpoint " + id + " failed: " + cause);
        calls.aborted(id);
        failOrder(purpose, savepoint, "its checkpoint " + id + " failed: " + cause);
        int limit = run.spec().policy().failuresBeforeRestart();
        if (limit == 0 || checkpoints.failuresInARow() < limit) {
            return Optional.empty();
        }
        return Optional.of(Failure.environment(
                checkpoints.failuresInARow() + " checkpoints in a row failed, the last one: " + cause,
                "Look at the storage of checkpoints; " + SchedulingOptions.CHECKPOINT_FAILURES.key()
                        + " sets how many may fail."));
    }

    /** What somebody has asked for fails for them alone. */
    private static boolean isCounted(CheckpointPurpose purpose) {
        return purpose == CheckpointPurpose.PERIODIC || purpose == CheckpointPurpose.FINAL;
    }

    private void failOrder(CheckpointPurpose purpose, Optional<Order> savepoint, String cause) {
        String hint = "The job goes on as it was. Ask again once the cause is gone.";
        switch (purpose) {
            case SAVEPOINT -> savepoint.ifPresent(order -> orders.fail(order, "there is no savepoint: " + cause, hint));
            case STOP ->
                run.orders().stop().ifPresent(order -> orders.fail(order, "the job was not stopped: " + cause, hint));
            case RESCALE ->
                run.orders()
                        .rescale()
                        .ifPresent(order -> orders.fail(order, "the job was not rescaled: " + cause, hint));
            case PERIODIC, FINAL -> {}
        }
    }

    /** The attempt under way ends, and with it the checkpoint. A stop and a rescale are taken up by the next attempt. */
    void giveUp(String cause) {
        if (checkpoints.canFail()) {
            failOrder(CheckpointPurpose.SAVEPOINT, savepointUnderWay(), cause);
            checkpoints.failed(cause, false, run.nowMs());
        }
    }

    // ------------------------------------------------------------------------------------------ events

    /** @return why the attempt fails, if it does */
    Optional<Failure> tick() {
        Optional<Failure> failure = checkpoints.overdue(run.nowMs()).flatMap(cause -> failed(cause, true));
        if (failure.isEmpty()) {
            giveNotice();
        }
        return failure;
    }

    void acked(Event.CheckpointAcked ack) {
        if (checkpoints.acked(ack.checkpointId(), ack.task(), ack.snapshot(), run.nowMs())) {
            run.emit(new Effect.WriteManifest(checkpoints.manifest(manifestHeader())));
        }
    }

    private CheckpointManifest manifestHeader() {
        boolean drained = checkpoints.purpose() == CheckpointPurpose.FINAL
                && run.orders().stop().map(Order::drain).orElse(false);
        CheckpointManifest.Builder header = CheckpointManifest.newBuilder()
                .setJobId(run.spec().jobId())
                .setJobName(run.spec().name())
                .setEpoch(run.epoch())
                .setDrained(drained);
        int keyGroups = run.graph().plan().getMaxParallelism();
        for (PlanNodeProto node : run.graph().plan().getNodesList()) {
            header.addOperators(PlanOperator.newBuilder()
                    .setUid(node.getUid())
                    .setName(node.getName())
                    .setUidGiven(node.getUidGiven())
                    .setParallelism(node.getParallelism())
                    .setMaxParallelism(keyGroups));
        }
        return header.build();
    }

    /** @return why the attempt fails, if it does */
    Optional<Failure> declined(Event.CheckpointDeclined decline) {
        boolean isUnderWay =
                checkpoints.phase() == CheckpointPhase.TRIGGERED && checkpoints.id() == decline.checkpointId();
        String cause = run.nameOf(decline.task()) + ": " + decline.cause();
        boolean isBusy = decline.reason() == Event.CheckpointDeclined.Reason.BUSY;
        if (isUnderWay && isBusy) {
            run.note("checkpoint " + checkpoints.id() + " has to wait: " + cause);
            checkpoints.busy(decline.task(), cause, run.nowMs());
            // What somebody has asked for is tried again.
            calls.aborted(decline.checkpointId());
        } else if (isUnderWay) {
            return failed(cause, decline.reason() == Event.CheckpointDeclined.Reason.FAULT);
        } else if (!isBusy) {
            checkpoints.noLongerBusy(decline.task());
        }
        return Optional.empty();
    }

    /** A worker does not send barriers. @return why the attempt fails, if it does */
    Optional<Failure> triggerRefused(String cause) {
        return checkpoints.canFail() ? failed(cause, true) : Optional.empty();
    }

    void manifestWritten(Event.ManifestWritten written) {
        if (checkpoints.written(written.checkpointId(), written.path())) {
            int retained = run.spec().policy().retainedCheckpoints();
            run.ledger().set(run.facts().checkpointCompleted(written.checkpointId(), retained));
            recordVersion = run.persist();
        }
    }

    /** @return why the attempt fails, if it does */
    Optional<Failure> manifestFailed(Event.ManifestFailed failed) {
        boolean isUnderWay =
                checkpoints.phase() == CheckpointPhase.WRITING && checkpoints.id() == failed.checkpointId();
        return isUnderWay ? failed("its manifest was not written: " + failed.cause(), false) : Optional.empty();
    }

    void cleanedUp(Event.CleanedUp cleaned) {
        cleanUps--;
        if (!cleaned.problem().isEmpty()) {
            run.note("old checkpoints were not all removed, to be tried again: " + cleaned.problem());
        }
    }
}
