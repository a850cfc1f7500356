package io.tidemark.coordinator.job;

import io.tidemark.network.proto.ErrorDetail;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a coordinator must find again after a crash. Immutable; each change is a new one.
 *
 * @param attempt number of the newest attempt, 0 before the first; tasks of an attempt exist only if it is recorded here
 * @param restoreFrom the checkpoint that the attempt starts from, 0 for none
 * @param completed ids of the retained complete checkpoints, ascending
 * @param nextCheckpointId lower than every id that was never used
 * @param restarts attempts after the first
 * @param endedAtMs 0 while it lives
 * @param failure why it failed; null if it did not
 */
public record JobFacts(
        JobStatus status,
        int attempt,
        long restoreFrom,
        List<Long> completed,
        long nextCheckpointId,
        int restarts,
        long endedAtMs,
        ErrorDetail failure) {
    public JobFacts {
        completed = List.copyOf(completed);
    }

    /** Of a job that nobody has tried to run. */
    public static JobFacts fresh() {
        return new JobFacts(JobStatus.ACTIVE, 0, 0, List.of(), 1, 0, 0, null);
    }

    /** Id of the newest complete checkpoint, 0 for none. */
    public long latestCheckpoint() {
        return completed.isEmpty() ? 0 : completed.get(completed.size() - 1);
    }

    public Optional<ErrorDetail> failureIfAny() {
        return Optional.ofNullable(failure);
    }

    JobFacts nextAttempt() {
        return new JobFacts(
                status,
                attempt + 1,
                latestCheckpoint(),
                completed,
                nextCheckpointId,
                attempt == 0 ? 0 : restarts + 1,
                endedAtMs,
                failure);
    }

    JobFacts checkpointIdUsed() {
        return new JobFacts(
                status, attempt, restoreFrom, completed, nextCheckpointId + 1, restarts, endedAtMs, failure);
    }

    JobFacts checkpointCompleted(long id, int retained) {
        if (id <= latestCheckpoint()) {
            throw new IllegalStateException("checkpoint " + id + " after " + latestCheckpoint());
        }
        List<Long> ids = new ArrayList<>(completed);
        ids.add(id);
        List<Long> kept = ids.subList(Math.max(0, ids.size() - retained), ids.size());
        return new JobFacts(status, attempt, restoreFrom, kept, nextCheckpointId, restarts, endedAtMs, failure);
    }

    JobFacts cancelling() {
        return new JobFacts(
                JobStatus.CANCELLING, attempt, restoreFrom, completed, nextCheckpointId, restarts, endedAtMs, failure);
    }

    JobFacts ended(JobStatus how, ErrorDetail why, long nowMs) {
        return new JobFacts(how, attempt, restoreFrom, completed, nextCheckpointId, restarts, nowMs, why);
    }
}
