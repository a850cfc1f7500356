package io.tidemark.deploy.drill.stage;

import io.tidemark.deploy.client.JobStates;
import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.CheckpointInfo;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobRequest;
import io.tidemark.network.proto.JobSummary;
import io.tidemark.network.proto.OperatorLate;
import io.tidemark.network.proto.TaskInfo;
import io.tidemark.network.proto.VertexInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;

/** A job on a drill's cluster. A coordinator that is away is waited for. Used by one thread. */
public final class DrillJob {
    private final DrillCluster cluster;
    private final Patience patience;
    private final String id;

    public DrillJob(DrillCluster cluster, Patience patience, String id) {
        this.cluster = cluster;
        this.patience = patience;
        this.id = id;
    }

    public String id() {
        return id;
    }

    /** Empty while the coordinator is away. */
    public Optional<JobDetail> look() {
        return cluster.client().jobIfThere(id);
    }

    public JobDetail lookPatiently() throws InterruptedException {
        return patience.await("the coordinator's answer", this::look, () -> "none");
    }

    /** The newest completed checkpoint; 0 for none. */
    public long newestCheckpoint() throws InterruptedException {
        return lookPatiently().getLastCheckpointId();
    }

    /** Waits for so many further checkpoints. */
    public void awaitCheckpoints(int count) throws InterruptedException {
        long wanted = newestCheckpoint() + count;
        awaitRunning("checkpoint " + wanted, job -> job.getLastCheckpointId() >= wanted);
    }

    /**
     * Waits until this holds of the job.
     *
     * @throws UserError when the job ends before
     */
    public void awaitRunning(String what, Predicate<JobDetail> condition) throws InterruptedException {
        patience.await(
                what + " of job " + id,
                () -> look().filter(job -> {
                    if (condition.test(job)) {
                        return true;
                    }
                    failIfEnded(job, what);
                    return false;
                }),
                this::lastSeen);
    }

    /** Waits until the job is in one of these states. */
    public void awaitState(String... states) throws InterruptedException {
        List<String> wanted = List.of(states);
        awaitRunning(
                "state " + String.join(" or ", wanted),
                job -> wanted.contains(job.getSummary().getState()));
    }

    /** @throws UserError when the job has ended, though this is still to come */
    public void failIfEnded(JobDetail job, String before) {
        if (JobStates.isEnd(job.getSummary().getState())) {
            throw UserError.failed(
                    "the job ended before " + before + ": " + inWords(job),
                    "It must run for longer, or has failed: look at the logs.");
        }
    }

    /**
     * Stops the job with a savepoint, and waits until it has ended.
     *
     * @param directory where the savepoint is made
     * @return where it is
     */
    public String stop(Path directory) throws InterruptedException {
        String token = UUID.randomUUID().toString();
        cluster.client().stop(id, token, directory.toString(), false);
        JobDetail end = patience.await(
                "the stop of job " + id,
                () -> look().filter(job -> {
                    request(job, token).ifPresent(request -> failIfRefused("stopping", request));
                    return JobStates.isEnd(job.getSummary().getState());
                }),
                this::lastSeen);
        if (end.getSavepoint().isEmpty()) {
            throw UserError.failed("the job ended without a savepoint: " + inWords(end), "Look at the logs.");
        }
        return end.getSavepoint();
    }

    /** Gives the job another parallelism, and waits until it is done. */
    public void rescale(int parallelism) throws InterruptedException {
        String token = UUID.randomUUID().toString();
        cluster.client().rescale(id, token, parallelism, false);
        awaitRunning("parallelism " + parallelism, job -> {
            Optional<JobRequest> request = request(job, token);
            request.ifPresent(asked -> failIfRefused("rescaling", asked));
            return request.filter(asked -> asked.getState().equals("DONE")).isPresent();
        });
    }

    private static Optional<JobRequest> request(JobDetail job, String token) {
        return job.getRequestsList().stream()
                .filter(request -> request.getToken().equals(token))
                .findFirst();
    }

    private static void failIfRefused(String what, JobRequest request) {
        if (request.getState().equals("FAILED")) {
            throw UserError.reported(
                    ExitStatus.FAILED,
                    what + " was refused: " + request.getFailure().getCause(),
                    request.getFailure().getHint(),
                    request.getFailure().getStackTrace(),
                    null);
        }
    }

    /** Waits until so many checkpoints have failed. */
    public List<CheckpointInfo> awaitFailedCheckpoints(int count) throws InterruptedException {
        return patience.await(
                count + " failed checkpoints of job " + id,
                () -> Optional.of(reallyFailed()).filter(failed -> failed.size() >= count),
                this::lastSeen);
    }

    /** One that only gave way to the one before says nothing of what was done to the job. */
    private List<CheckpointInfo> reallyFailed() {
        return checkpoints("FAILED").stream()
                .filter(checkpoint -> !checkpoint.getGivenWay())
                .toList();
    }

    /** The checkpoints in a state, the newest first. */
    public List<CheckpointInfo> checkpoints(String state) {
        return cluster.client().checkpoints(id).getCheckpointsList().stream()
                .filter(checkpoint -> checkpoint.getState().equals(state))
                .toList();
    }

    /** Waits for the end, whatever it is. */
    public JobDetail awaitEnd() throws InterruptedException {
        return patience.await(
                "the end of job " + id,
                () -> look().filter(job -> JobStates.isEnd(job.getSummary().getState())),
                this::lastSeen);
    }

    /** @throws UserError when the job does not end well */
    public JobDetail awaitFinished() throws InterruptedException {
        JobDetail end = awaitEnd();
        if (!end.getSummary().getState().equals(JobStates.FINISHED)) {
            throw UserError.failed("the job did not end well: " + inWords(end), "Look at the logs.");
        }
        return end;
    }

    /** Name of the process that runs the job's first step. */
    public String workerOfSource() throws InterruptedException {
        return patience.await(
                "a worker that runs the job's source",
                () -> look().flatMap(job -> job.getVerticesList().stream()
                        .flatMap(vertex -> vertex.getTasksList().stream())
                        .map(TaskInfo::getWorker)
                        .filter(worker -> !worker.isEmpty())
                        .map(DrillJob::processName)
                        .findFirst()),
                this::lastSeen);
    }

    /** {@code worker-2-3f81} is the fourth life or so of {@code worker-2}. */
    private static String processName(String workerId) {
        return workerId.substring(0, workerId.lastIndexOf('-'));
    }

    /** By operator: how many of its records came too late, dropped or sent aside. */
    public Map<String, Long> lateByOperator() {
        Map<String, Long> late = new TreeMap<>();
        for (OperatorLate operator : cluster.client().lateRecords(id).getOperatorsList()) {
            long count = operator.getDropped() + operator.getSentAside();
            if (count > 0) {
                late.merge(operator.getName(), count, Long::sum);
            }
        }
        return late;
    }

    /** A counter of the job's operators, all of them together. */
    public long counter(String name) {
        return cluster.client().lateRecords(id).getOperatorsList().stream()
                .mapToLong(operator -> operator.getCountersOrDefault(name, 0))
                .sum();
    }

    /** What is known of the job now, in a line. */
    public String lastSeen() {
        return look().map(DrillJob::inWords).orElse("no coordinator");
    }

    static String inWords(JobDetail job) {
        JobSummary summary = job.getSummary();
        long running = job.getVerticesList().stream()
                .flatMap(vertex -> vertex.getTasksList().stream())
                .filter(task -> task.getState().equals("RUNNING"))
                .count();
        long tasks = job.getVerticesList().stream()
                .mapToLong(VertexInfo::getTasksCount)
                .sum();
        StringBuilder words = new StringBuilder(summary.getState());
        if (!summary.getDetail().isEmpty()) {
            words.append(" (").append(summary.getDetail()).append(')');
        }
        words.append(", ").append(running).append(" of ").append(tasks).append(" tasks running, checkpoint ");
        words.append(job.getLastCheckpointId())
                .append(", ")
                .append(job.getRestarts())
                .append(" restarts");
        if (summary.hasFailure()) {
            words.append(": ").append(summary.getFailure().getCause());
        }
        return words.toString();
    }
}
