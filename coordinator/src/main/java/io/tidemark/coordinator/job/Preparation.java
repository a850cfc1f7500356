package io.tidemark.coordinator.job;

import io.tidemark.coordinator.graph.RestoreCheck;
import io.tidemark.network.proto.ErrorDetail;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Makes an attempt run: chooses what it starts from, has that read, waits for slots, deploys its tasks and starts them. */
final class Preparation {
    private static final long READ_RETRY_MS = 1_000;

    private final JobRun run;
    private final TaskCalls calls;
    private final OrderBook orders;
    private final SlotClaim slots;
    private final Checkpointing checkpointing;
    private final Ending ending;
    private final Restarting restarting;

    Preparation(
            JobRun run,
            TaskCalls calls,
            OrderBook orders,
            SlotClaim slots,
            Checkpointing checkpointing,
            Ending ending,
            Restarting restarting) {
        this.run = run;
        this.calls = calls;
        this.orders = orders;
        this.slots = slots;
        this.checkpointing = checkpointing;
        this.ending = ending;
        this.restarting = restarting;
    }

    /** Begins the next attempt. The checkpoint that it starts from is chosen here, and durable before its tasks are made. */
    boolean begin() {
        Attempt before = run.attempt();
        boolean afterFailure = before == null ? run.facts().attempt() > 0 : before.failure() != null;
        orders.parallelismWanted().ifPresent(run::aimAt);
        run.ledger().set(run.facts().with(run.orders().stoppedWith("")).nextAttempt(afterFailure));
        JobFacts facts = run.facts();
        Attempt attempt = new Attempt(facts.attempt(), facts.restoreFrom(), facts.restoreOrigin(), run.persist());
        run.attempt(attempt);
        slots.request();
        if (attempt.isManifestAwaited()) {
            readStart();
        }
        run.move(JobState.WAITING_FOR_SLOTS);
        return true;
    }

    private void readStart() {
        Attempt attempt = run.attempt();
        run.emit(
                attempt.origin().isEmpty()
                        ? new Effect.ReadManifest(attempt.restoreFrom())
                        : new Effect.ReadSavepoint(attempt.origin()));
    }

    /** A job that waits for slots is to run at another parallelism. */
    void aimAt(int parallelism) {
        run.aimAt(parallelism);
        run.attempt().recordedAgain(run.ledger().version());
        requestSlotsAnew();
    }

    private void requestSlotsAnew() {
        run.attempt().slots(List.of());
        slots.request();
    }

    boolean deployWhenReady() {
        Attempt attempt = run.attempt();
        if (attempt.takeReadAgain(run.nowMs())) {
            readStart();
        }
        if (attempt.slots().isEmpty()
                || attempt.isManifestAwaited()
                || !run.ledger().isDurable(attempt.factsVersion())) {
            return false;
        }
        Set<String> workers = calls.deploy(attempt.manifest());
        attempt.deployed(run.nowMs());
        run.note("attempt " + attempt.number() + " is deployed to " + String.join(", ", workers)
                + (attempt.restoreFrom() == 0 ? "" : " from checkpoint " + attempt.restoreFrom())
                + (attempt.origin().isEmpty() ? "" : " from savepoint " + attempt.origin()));
        run.move(JobState.DEPLOYING);
        return true;
    }

    boolean startWhenDeployed() {
        Attempt attempt = run.attempt();
        TaskTable tasks = attempt.tasks();
        if (!attempt.isStarted() && tasks.allAtLeast(TaskState.DEPLOYED)) {
            attempt.started();
            calls.start();
            return true;
        }
        if (attempt.isStarted() && tasks.allAtLeast(TaskState.RUNNING)) {
            attempt.runs(run.nowMs());
            checkpointing.attemptRuns();
            run.note("attempt " + attempt.number() + " runs");
            run.orders()
                    .rescale()
                    .filter(rescale -> rescale.parallelism() == run.graph().parallelism())
                    .ifPresent(this::rescaled);
            run.move(JobState.RUNNING);
            return true;
        }
        long timeoutMs = run.spec().policy().deployTimeoutMs();
        if (run.nowMs() - attempt.deployedAtMs() >= timeoutMs) {
            TaskState wanted = attempt.isStarted() ? TaskState.RUNNING : TaskState.DEPLOYED;
            TaskTable.Entry slow = tasks.entries().stream()
                    .filter(entry -> entry.state().compareTo(wanted) < 0)
                    .findFirst()
                    .orElseThrow();
            restarting.failed(Failure.environment(
                    run.nameOf(slow.task()) + " on " + slow.workerId() + " was not " + wanted + " after " + timeoutMs
                            + " ms",
                    "Look at the log of that worker; " + SchedulingOptions.DEPLOY_TIMEOUT.key()
                            + " gives it more time."));
            return true;
        }
        return false;
    }

    /** Recorded only now, with the answer: until then the job can go back to what it was, and the order says what it is to be. */
    private void rescaled(Order rescale) {
        run.ledger().set(run.facts().with(run.orders().withParallelism(rescale.parallelism())));
        orders.done(rescale, "");
    }

    // ------------------------------------------------------------------------------------------- slots

    private boolean isWaiting() {
        return run.state() == JobState.WAITING_FOR_SLOTS && !run.isEnding();
    }

    void slotsGranted(Event.SlotsGranted granted) {
        if (isWaiting() && granted.slots().size() >= run.graph().slotsNeeded()) {
            run.attempt().slots(granted.slots());
            slots.granted();
        }
    }

    void slotsShort(Event.SlotsShort lack) {
        if (!isWaiting()) {
            return;
        }
        String text = "need " + lack.needed() + " slots, have " + lack.have();
        Optional<Order> rescale = run.orders().rescale().filter(order -> !order.waits());
        if (rescale.isPresent()
                && run.recordedGraph().slotsNeeded() < run.graph().slotsNeeded()) {
            run.aimAtRecorded();
            int parallelism = run.graph().parallelism();
            orders.fail(
                    rescale.get(),
                    "the job was not rescaled, as slots were lost meanwhile: " + text,
                    "It goes on at a parallelism of " + parallelism + ". Ask again once there are more.");
            run.note("it goes on at a parallelism of " + parallelism + ", since for another: " + text);
            requestSlotsAnew();
        } else {
            slots.isShort(text);
        }
    }

    /** A worker on which there was to be a slot is gone. */
    void slotsLost() {
        run.attempt().slots(List.of());
        if (isWaiting()) {
            slots.request();
        }
    }

    // --------------------------------------------------------------------------------- what it starts from

    private boolean isAwaited(long checkpointId) {
        return isWaiting() && run.attempt().isManifestAwaited() && run.attempt().restoreFrom() == checkpointId;
    }

    void manifestRead(Event.ManifestRead read) {
        checkpointing.checkpoints().remember(read.manifest(), read.path());
        if (!isAwaited(read.manifest().getCheckpointId())) {
            return;
        }
        Optional<String> misfit = RestoreCheck.misfit(run.graph(), read.manifest());
        if (misfit.isPresent()) {
            fail(misfit.get(), "The checkpoint was not made by this plan.");
            return;
        }
        run.attempt().manifest(read.manifest());
    }

    void savepointRead(Event.SavepointRead read) {
        if (isAwaited(0)) {
            // That it fits was seen when the job was taken on.
            run.attempt().manifest(read.manifest());
        }
    }

    /** The job never starts from anything else, nor empty: it waits, or it fails. */
    void manifestUnreadable(Event.ManifestUnreadable unreadable) {
        if (!isAwaited(unreadable.checkpointId())) {
            return;
        }
        Attempt attempt = run.attempt();
        String start =
                attempt.origin().isEmpty() ? "checkpoint " + attempt.restoreFrom() : "savepoint " + attempt.origin();
        if (!unreadable.damaged()) {
            run.note(start + " was not read, to be tried again: " + unreadable.cause());
            attempt.readAgainAt(run.nowMs() + READ_RETRY_MS);
            return;
        }
        if (!attempt.origin().isEmpty()) {
            fail(
                    start + ", from which the job is to start, cannot be read: " + unreadable.cause(),
                    "Restore its files, and submit the job again.");
            return;
        }
        List<Long> others = run.facts().completed().stream()
                .filter(id -> id != unreadable.checkpointId())
                .toList();
        fail(
                start + ", the newest one, cannot be read: " + unreadable.cause(),
                others.isEmpty()
                        ? "There is no older one. Restore the file, or submit the job again to start anew."
                        : "Restore the file, or submit the job again from an older one with --from: " + others + ".");
    }

    private void fail(String cause, String hint) {
        ErrorDetail why = Failure.detail(cause, hint);
        ending.endAs(JobStatus.FAILED, why);
    }
}
