package io.tidemark.coordinator.job;

import io.tidemark.network.proto.ErrorDetail;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a coordinator must find again after a crash. Immutable; each change is a new one.
 *
 * @param attempt number of the newest attempt, 0 before the first; tasks of an attempt exist only if it is recorded here
 * @param restoreFrom the checkpoint that the attempt starts from; 0 for none, or for the savepoint of the orders
 * @param completed ids of the retained complete checkpoints, ascending
 * @param nextCheckpointId lower than every id that was never used
 * @param restarts attempts that followed a failure
 * @param endedAtMs 0 while it lives
 * @param failure why it failed; null if it did not
 * @param orders what people have asked of it
 */
public record JobFacts(
        JobStatus status,
        int attempt,
        long restoreFrom,
        List<Long> completed,
        long nextCheckpointId,
        int restarts,
        long endedAtMs,
        ErrorDetail failure,
        JobOrders orders) {
    public JobFacts {
        completed = List.copyOf(completed);
    }

    /** Of a job of which nobody has asked anything. */
    public JobFacts(
            JobStatus status,
            int attempt,
            long restoreFrom,
            List<Long> completed,
            long nextCheckpointId,
            int restarts,
            long endedAtMs,
            ErrorDetail failure) {
        this(status, attempt, restoreFrom, completed, nextCheckpointId, restarts, endedAtMs, failure, JobOrders.NONE);
    }

    /** Of a job that nobody has tried to run. */
    public static JobFacts fresh() {
        return new JobFacts(JobStatus.ACTIVE, 0, 0, List.of(), 1, 0, 0, null);
    }

    /** Id of the newest complete checkpoint, 0 for none. */
    public long latestCheckpoint() {
        return completed.isEmpty() ? 0 : completed.get(completed.size() - 1);
    }

    /** Location of the savepoint that the attempt starts from; empty when it is a checkpoint of the job's own, or nothing. */
    public String restoreOrigin() {
        return restoreFrom == 0 ? orders.origin().location() : "";
    }

    /** The checkpoint of another job that it still needs, since it has none of its own. */
    public Optional<Origin> borrowed() {
        boolean needs = completed.isEmpty()
                && !status.isTerminal()
                && !orders.origin().jobId().isEmpty();
        return needs ? Optional.of(orders.origin()) : Optional.empty();
    }

    public Optional<ErrorDetail> failureIfAny() {
        return Optional.ofNullable(failure);
    }

    /** These, with other orders. */
    public JobFacts with(JobOrders others) {
        return new JobFacts(
                status, attempt, restoreFrom, completed, nextCheckpointId, restarts, endedAtMs, failure, others);
    }

    private JobFacts with(JobStatus how, List<Long> ids, long nextId, long endMs, ErrorDetail why) {
        return new JobFacts(how, attempt, restoreFrom, ids, nextId, restarts, endMs, why, orders);
    }

    /** @param afterFailure whether it follows one that failed */
    JobFacts nextAttempt(boolean afterFailure) {
        return new JobFacts(
                status,
                attempt + 1,
                latestCheckpoint(),
                completed,
                nextCheckpointId,
                afterFailure ? restarts + 1 : restarts,
                endedAtMs,
                failure,
                orders);
    }

    JobFacts checkpointIdUsed() {
        return with(status, completed, nextCheckpointId + 1, endedAtMs, failure);
    }

    JobFacts checkpointCompleted(long id, int retained) {
        if (id <= latestCheckpoint()) {
            throw new IllegalStateException("checkpoint " + id + " after " + latestCheckpoint());
        }
        List<Long> ids = new ArrayList<>(completed);
        ids.add(id);
        List<Long> kept = ids.subList(Math.max(0, ids.size() - retained), ids.size());
        return with(status, kept, nextCheckpointId, endedAtMs, failure);
    }

    JobFacts cancelling() {
        return with(JobStatus.CANCELLING, completed, nextCheckpointId, endedAtMs, failure);
    }

    JobFacts ended(JobStatus how, ErrorDetail why, long nowMs) {
        return with(how, completed, nextCheckpointId, nowMs, why);
    }
}
