package io.tidemark.coordinator.job;

/** What follows an attempt that is over: its tasks are ended, and after a pause there is another, or the job fails. */
final class Restarting {
    private static final long QUIET_MS = 60_000;

    private final JobRun run;
    private final TaskCalls calls;
    private final Checkpointing checkpointing;
    private final Ending ending;
    private final RestartPolicy restarts;
    /** When the next attempt begins; 0 while that is not decided. */
    private long restartAtMs;

    Restarting(JobRun run, TaskCalls calls, Checkpointing checkpointing, Ending ending) {
        this.run = run;
        this.calls = calls;
        this.checkpointing = checkpointing;
        this.ending = ending;
        JobPolicy policy = run.spec().policy();
        this.restarts = new RestartPolicy(
                policy.maxRestarts(),
                policy.maxRestartsWithoutProgress(),
                new RestartBackoff(policy.backoffInitialMs(), policy.backoffMaxMs(), QUIET_MS));
    }

    /** The running attempt is over. */
    void failed(Failure failure) {
        if (run.isEnding() || run.state() == JobState.CANCELLING) {
            return;
        }
        Attempt attempt = run.attempt();
        attempt.failed(failure, run.nowMs());
        String cause = failure.detail().getCause();
        if (failure.kind() == Failure.Kind.FATAL) {
            ending.endAs(JobStatus.FAILED, failure.detail());
            return;
        }
        if (!attempt.isStopping()) {
            checkpointing.giveUp("its attempt failed: " + cause);
            calls.cancel(cause);
            restartAtMs = 0;
            run.move(JobState.RESTARTING);
        }
    }

    /** The tasks of the attempt are replaced by others as soon as they are gone. */
    void replaceTasks(String reason) {
        calls.cancel(reason);
        restartAtMs = Math.max(1, run.nowMs());
        run.move(JobState.RESTARTING);
    }

    /** Decides on the next attempt, once nothing of the one before is left. @return whether something was decided */
    boolean decide() {
        Attempt attempt = run.attempt();
        if (attempt == null || restartAtMs != 0 || !attempt.isDrained(run.nowMs())) {
            return false;
        }
        // Only now all failures of the attempt are known.
        RestartPolicy.Decision decision = restarts.decide(
                attempt.failure(),
                run.facts().restarts(),
                attempt.hasProgressed(),
                attempt.ranForMs(attempt.failedAtMs()));
        if (decision.giveUp().isPresent()) {
            ending.endAs(JobStatus.FAILED, decision.giveUp().get());
            return true;
        }
        restartAtMs = Math.max(1, attempt.failedAtMs() + decision.pauseMs());
        run.note("attempt " + attempt.number() + " failed, the next follows after " + decision.pauseMs() + " ms: "
                + attempt.failure().detail().getCause());
        return true;
    }

    /** Whether it is time for the next attempt. */
    boolean isDue() {
        Attempt attempt = run.attempt();
        return attempt == null || (restartAtMs != 0 && attempt.isDrained(run.nowMs()) && run.nowMs() >= restartAtMs);
    }
}
