package io.tidemark.worker.job;

import io.tidemark.network.channel.BarrierPurpose;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.TaskId;
import io.tidemark.worker.task.Task;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * All executions of a worker, and the fence before them: who speaks for an older epoch, or of an older attempt than the
 * newest one seen, is refused with {@link StaleCallException}. A newer attempt of a job ends the older ones, and begins
 * when nothing of them is left.
 *
 * <p>Thread-safe.
 */
public final class Attempts {
    /** How long copies of a job's checkpoints are kept while none of its tasks is here. */
    private static final long COPIES_KEPT_MIN = 10;

    private final WorkerParts worker;
    private final AttemptListener listener;
    private final Map<AttemptId, JobAttempt> attempts = new LinkedHashMap<>();

    /** By job the newest attempt that was deployed or cancelled here. */
    private final Map<String, Integer> newest = new HashMap<>();

    /** By job the newest attempt that was cancelled, so that a deployment that comes late is refused. */
    private final Map<String, Integer> cancelled = new HashMap<>();

    private long epoch;

    public Attempts(WorkerParts worker, AttemptListener listener) {
        this.worker = worker;
        this.listener = listener;
    }

    /** The newest epoch that was heard of. */
    public synchronized long epoch() {
        return epoch;
    }

    /** A coordinator speaks for this epoch. */
    public synchronized void hear(long spokenFor) {
        if (spokenFor < epoch) {
            throw new StaleCallException("epoch " + spokenFor + " is over, this worker follows epoch " + epoch);
        }
        epoch = spokenFor;
    }

    /** Begins to deploy tasks; what becomes of them is told to the listener. The same call twice is one. */
    public void deploy(DeployRequest request) {
        AttemptId id = new AttemptId(request.getJobId(), request.getAttempt());
        JobAttempt attempt;
        CompletableFuture<?> olderGone;
        synchronized (this) {
            hear(request.getEpoch());
            if (id.attempt() <= cancelled.getOrDefault(id.jobId(), -1)) {
                throw new StaleCallException(id + " was cancelled");
            }
            refuseOlder(id);
            if (attempts.containsKey(id)) {
                return;
            }
            newest.put(id.jobId(), id.attempt());
            olderGone = endOlder(id);
            attempt = new JobAttempt(id, request, worker, listener);
            attempts.put(id, attempt);
            attempt.released().whenComplete((nothing, failure) -> {
                remove(id);
                forgetUnusedCopies(id.jobId());
            });
        }
        olderGone.thenRunAsync(attempt::deploy, worker.deployments());
    }

    /** Copies of jobs that an earlier process ran here are kept for a while, in case their tasks come back. */
    public void forgetUnusedCopies() {
        worker.copies().jobIds().forEach(this::forgetUnusedCopies);
    }

    private void forgetUnusedCopies(String jobId) {
        worker.timer()
                .schedule(
                        () -> worker.cleanUps().execute(() -> {
                            if (running().stream().noneMatch(id -> id.jobId().equals(jobId))) {
                                worker.copies().drop(jobId);
                            }
                        }),
                        COPIES_KEPT_MIN,
                        TimeUnit.MINUTES);
    }

    private CompletableFuture<?> endOlder(AttemptId id) {
        List<CompletableFuture<Void>> gone = new ArrayList<>();
        for (JobAttempt other : attempts.values()) {
            if (other.id().jobId().equals(id.jobId()) && other.id().attempt() < id.attempt()) {
                other.cancel();
                gone.add(other.released());
            }
        }
        return CompletableFuture.allOf(gone.toArray(CompletableFuture[]::new));
    }

    private synchronized void remove(AttemptId id) {
        attempts.remove(id);
    }

    private void refuseOlder(AttemptId id) {
        Integer known = newest.get(id.jobId());
        if (known != null && id.attempt() < known) {
            throw new StaleCallException(id + " is over, attempt " + known + " has begun");
        }
    }

    private synchronized JobAttempt find(long spokenFor, AttemptId id) {
        hear(spokenFor);
        refuseOlder(id);
        JobAttempt attempt = attempts.get(id);
        if (attempt == null) {
            throw new StaleCallException(id + " does not run on this worker");
        }
        return attempt;
    }

    /**
     * Whether the attempt was the newest here, and has come to its end. A call that ends it or tells it something may come
     * again when its answer got lost; the reports of the attempt's tasks then say how it ended.
     */
    private synchronized boolean isOver(long spokenFor, AttemptId id) {
        hear(spokenFor);
        return Integer.valueOf(id.attempt()).equals(newest.get(id.jobId())) && !attempts.containsKey(id);
    }

    /** All tasks of the attempt are deployed everywhere. */
    public void start(long spokenFor, AttemptId id) {
        find(spokenFor, id).start();
    }

    public void triggerBarrier(
            long spokenFor,
            AttemptId id,
            List<TaskId> targets,
            long checkpointId,
            long triggeredAtMs,
            BarrierPurpose purpose) {
        find(spokenFor, id).triggerBarrier(targets, checkpointId, triggeredAtMs, purpose);
    }

    /**
     * A checkpoint may go on unaligned.
     *
     * @param onlyInBursts in tasks that are in a burst, and not in others
     */
    public void unalign(long spokenFor, AttemptId id, long checkpointId, boolean onlyInBursts) {
        if (!isOver(spokenFor, id)) {
            find(spokenFor, id)
                    .tasks()
                    .forEach(
                            onlyInBursts
                                    ? task -> task.unalignInBurst(checkpointId)
                                    : task -> task.unalign(checkpointId));
        }
    }

    /** Sources come to their end. */
    public void drain(long spokenFor, AttemptId id) {
        find(spokenFor, id).drain();
    }

    /**
     * @param completed false when it was given up
     * @param goOn whether tasks that have stopped at its barrier go on
     */
    public void notifyCheckpoint(long spokenFor, AttemptId id, long checkpointId, boolean completed, boolean goOn) {
        if (isOver(spokenFor, id)) {
            return;
        }
        if (completed) {
            worker.cleanUps().execute(() -> worker.copies().onComplete(id.jobId(), checkpointId));
        }
        for (Task task : find(spokenFor, id).tasks()) {
            if (completed) {
                task.checkpointComplete(checkpointId);
                if (goOn) {
                    task.goOn(checkpointId);
                }
            } else {
                task.checkpointAborted(checkpointId);
            }
        }
    }

    public void finish(long spokenFor, AttemptId id, long finalCheckpointId) {
        if (!isOver(spokenFor, id)) {
            find(spokenFor, id).finish(finalCheckpointId);
        }
    }

    /** Ends this attempt and older ones of its job. Nothing happens when none runs. */
    public void cancel(long spokenFor, AttemptId id) {
        synchronized (this) {
            hear(spokenFor);
            cancelled.merge(id.jobId(), id.attempt(), Math::max);
        }
        cancelUpTo(id);
    }

    /** As {@link #cancel(long, AttemptId)}, at the word of the coordinator whose heartbeat reply it was. */
    public void cancelUpTo(AttemptId id) {
        for (JobAttempt attempt : all()) {
            if (attempt.id().jobId().equals(id.jobId()) && attempt.id().attempt() <= id.attempt()) {
                attempt.cancel();
            }
        }
    }

    /** Ends everything. */
    public void cancelAll() {
        all().forEach(JobAttempt::cancel);
    }

    /** Completed when nothing runs any more. */
    public CompletableFuture<?> allReleased() {
        return CompletableFuture.allOf(all().stream().map(JobAttempt::released).toArray(CompletableFuture[]::new));
    }

    private synchronized List<JobAttempt> all() {
        return List.copyOf(attempts.values());
    }

    /** The executions that are not over. */
    public synchronized List<AttemptId> running() {
        return List.copyOf(attempts.keySet());
    }

    /** The tasks of an attempt. */
    public List<Task> tasks(long spokenFor, AttemptId id) {
        return find(spokenFor, id).tasks();
    }

    /** All tasks there are. */
    public List<Task> tasks() {
        return all().stream().flatMap(attempt -> attempt.tasks().stream()).toList();
    }
}
