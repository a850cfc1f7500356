package io.tidemark.coordinator.job;

/** What workers say of the tasks of the attempt, and what it means for that. */
final class TaskReports {
    private static final String LOOK_AT_LOG = "The log of that worker says more.";

    private final JobRun run;
    private final Checkpointing checkpointing;
    private final Restarting restarting;
    private final Preparation preparation;
    private long stale;

    TaskReports(JobRun run, Checkpointing checkpointing, Restarting restarting, Preparation preparation) {
        this.run = run;
        this.checkpointing = checkpointing;
        this.restarting = restarting;
        this.preparation = preparation;
    }

    /** Late, repeated and foreign messages that were refused. */
    long staleCount() {
        return stale;
    }

    void workerLost(Event.WorkerLost lost) {
        Attempt attempt = run.attempt();
        if (attempt == null || !attempt.usesWorker(lost.workerId())) {
            return;
        }
        if (!attempt.isDeployed()) {
            preparation.slotsLost();
        } else if (attempt.tasks().lose(lost.workerId())) {
            restarting.failed(Failure.environment(
                    "worker " + lost.workerId() + " is lost: " + lost.reason(),
                    "The job goes on by itself; the log of that worker says more."));
        }
    }

    void workerIdle(Event.WorkerIdle idle) {
        Attempt attempt = run.attempt();
        if (attempt != null && attempt.isStopping() && attempt.wasCancelTakenBy(idle.workerId())) {
            attempt.tasks().lose(idle.workerId());
        }
    }

    void callDone(Event.CallDone done) {
        Attempt attempt = run.attempt();
        if (attempt != null && done.attempt() == attempt.number() && done.call() == WorkerCall.Kind.CANCEL) {
            attempt.cancelTakenBy(done.workerId());
        }
    }

    void callRefused(Event.CallRefused answer) {
        Attempt attempt = run.attempt();
        if (attempt == null || answer.attempt() != attempt.number()) {
            return;
        }
        String what = "worker " + answer.workerId() + " refused " + answer.call() + ": " + answer.cause();
        switch (answer.call()) {
            case CANCEL -> attempt.cancelTakenBy(answer.workerId());
            case UNALIGN -> {
                // It may be over there, and else its time-out ends it.
            }
            case TRIGGER_CHECKPOINT -> {
                if (run.isLive()) {
                    checkpointing.triggerRefused(what).ifPresent(restarting::failed);
                }
            }
            default -> {
                if (run.isLive()) {
                    restarting.failed(Failure.environment(what, LOOK_AT_LOG));
                }
            }
        }
    }

    void taskReported(Event.TaskReported report) {
        if (run.isStale(report.epoch(), report.attempt()) || !run.isDeployed()) {
            stale++;
            return;
        }
        Attempt attempt = run.attempt();
        if (!attempt.tasks().report(report.workerId(), report.task(), report.state())) {
            return;
        }
        String task = run.nameOf(report.task());
        switch (report.state()) {
            case FAILED ->
                restarting.failed(new Failure(report.failureKind(), run.named(report.task(), report.failure())));
            case CANCELLED -> {
                if (!attempt.isStopping()) {
                    restarting.failed(
                            Failure.environment(task + " was ended by its worker " + report.workerId(), LOOK_AT_LOG));
                }
            }
            case FINISHED -> {
                if (!attempt.isStopping() && !attempt.isFinishSent()) {
                    restarting.failed(Failure.environment(
                            task + " says FINISHED and was not asked to finish",
                            "This is a defect; please report it."));
                }
            }
            default -> {}
        }
    }

    void metrics(Event.Metrics event) {
        Attempt attempt = run.attempt();
        if (attempt != null && event.metrics().getAttempt() == attempt.number()) {
            attempt.tasks().metrics(event.metrics());
        }
    }

    void checkpointAcked(Event.CheckpointAcked ack) {
        if (isHeard(ack.epoch(), ack.attempt()) && run.attempt().tasks().isOn(ack.workerId(), ack.task())) {
            checkpointing.acked(ack);
        } else {
            stale++;
        }
    }

    void checkpointDeclined(Event.CheckpointDeclined decline) {
        if (isHeard(decline.epoch(), decline.attempt())
                && run.attempt().tasks().isOn(decline.workerId(), decline.task())) {
            checkpointing.declined(decline).ifPresent(restarting::failed);
        } else {
            stale++;
        }
    }

    private boolean isHeard(long epoch, int attempt) {
        return !run.isStale(epoch, attempt) && run.isLive();
    }

    void lateKept(Event.LateKept kept) {
        Attempt attempt = run.attempt();
        if (attempt != null && attempt.number() == kept.attempt()) {
            attempt.lateKept();
        }
    }
}
