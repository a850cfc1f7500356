package io.tidemark.coordinator.job;

import io.tidemark.network.proto.ErrorDetail;
import java.util.Optional;

/** Decides whether a failed attempt is followed by another, and after what pause. */
final class RestartPolicy {
    private final int maxRestarts;
    private final int maxWithoutProgress;
    private final RestartBackoff backoff;
    private int ownFailuresInARow;

    /**
     * @param maxRestarts restarts of any cause; -1 for any number
     * @param maxWithoutProgress restarts in a row after failures of the job's own, with no checkpoint completed
     */
    RestartPolicy(int maxRestarts, int maxWithoutProgress, RestartBackoff backoff) {
        this.maxRestarts = maxRestarts;
        this.maxWithoutProgress = maxWithoutProgress;
        this.backoff = backoff;
    }

    /**
     * @param giveUp why the job fails now; if nothing, it goes on after the pause
     */
    record Decision(Optional<ErrorDetail> giveUp, long pauseMs) {}

    /**
     * @param progressed whether a checkpoint was completed in the attempt
     * @param ranForMs how long all tasks ran
     */
    Decision decide(Failure failure, int restartsSoFar, boolean progressed, long ranForMs) {
        if (failure.kind() == Failure.Kind.FATAL) {
            return giveUp(failure.detail());
        }
        if (progressed) {
            ownFailuresInARow = 0;
        }
        if (failure.kind() == Failure.Kind.OWN) {
            ownFailuresInARow++;
        }
        if (maxRestarts >= 0 && restartsSoFar >= maxRestarts) {
            return giveUp(withHint(
                    failure.detail(),
                    "The job was restarted " + restartsSoFar + " times, which is its limit "
                            + SchedulingOptions.MAX_RESTARTS.key() + "."));
        }
        if (ownFailuresInARow > maxWithoutProgress) {
            return giveUp(withHint(
                    failure.detail(),
                    "It failed " + ownFailuresInARow + " times in a row with no checkpoint in between. Mend the cause"
                            + " and submit again; " + SchedulingOptions.MAX_RESTARTS_WITHOUT_PROGRESS.key()
                            + " allows more attempts."));
        }
        if (failure.kind() == Failure.Kind.ENVIRONMENT && progressed) {
            // The job came forward until something else broke: no sign that the next attempt will not.
            backoff.reset();
        }
        return new Decision(Optional.empty(), backoff.pauseMs(ranForMs));
    }

    private static Decision giveUp(ErrorDetail detail) {
        return new Decision(Optional.of(detail), 0);
    }

    private static ErrorDetail withHint(ErrorDetail detail, String why) {
        String hint = detail.getHint().isEmpty() ? why : detail.getHint() + " " + why;
        return detail.toBuilder().setHint(hint).build();
    }
}
