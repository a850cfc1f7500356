package io.tidemark.deploy.drill;

import io.tidemark.deploy.drill.check.Findings;
import io.tidemark.deploy.drill.stage.DrillCluster;
import io.tidemark.deploy.drill.stage.DrillJob;
import io.tidemark.deploy.drill.stage.Patience;
import io.tidemark.deploy.drill.stage.Subject;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.RestoreFrom;
import io.tidemark.network.proto.SubmitHeader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** What a drill works with: a place for clusters, the job, and a record of what is done and how long it was felt. */
public final class Scene {
    /** Something that is done to a cluster. */
    public interface Action {
        void run() throws InterruptedException;
    }

    /** A disturbance, and what the job had come to when it was over. */
    public record Fault(String what, Subject.Mark mark) {}

    private final Path directory;
    private final ClusterMaker clusters;
    private Subject subject;
    private final Patience patience;
    private final Consumer<DrillReport.Step> listener;
    private final long startedMs;
    private final List<DrillReport.Step> steps = new ArrayList<>();
    private final List<Recovery> recoveries = new ArrayList<>();
    private final Deque<Runnable> atEnd = new ConcurrentLinkedDeque<>();
    private volatile DrillCluster cluster;
    private Findings findings;

    /** Makes a cluster that does not run yet. */
    interface ClusterMaker {
        DrillCluster make(Path directory, int workers, List<String> options);
    }

    /** @param directory of the drill, of which it may use all */
    Scene(
            Path directory,
            ClusterMaker clusters,
            Subject subject,
            Patience patience,
            Consumer<DrillReport.Step> listener) {
        this.directory = directory;
        this.clusters = clusters;
        this.subject = subject;
        this.patience = patience;
        this.listener = listener;
        this.startedMs = patience.clock().nowMs();
    }

    /** Of this drill alone; deleted when it went well. */
    public Path directory() {
        return directory;
    }

    public Subject subject() {
        return subject;
    }

    public Patience patience() {
        return patience;
    }

    /** The one that was started last. */
    public DrillCluster cluster() {
        return cluster;
    }

    /** Notes something that was done. */
    public void say(String what) {
        DrillReport.Step step = new DrillReport.Step(patience.clock().nowMs() - startedMs, what);
        steps.add(step);
        listener.accept(step);
    }

    /**
     * Starts a cluster of its own directory; an earlier one of the drill is stopped.
     *
     * @param name of its directory
     * @param options of every process
     */
    public DrillCluster startCluster(String name, int workers, String... options) {
        if (cluster != null) {
            cluster.close();
        }
        cluster = clusters.make(directory.resolve(name), workers, List.of(options));
        cluster.start();
        say("a coordinator and " + workers + " workers of " + cluster.slots() + " slots run");
        return cluster;
    }

    /** Submits the job and waits until it has taken checkpoints, so that there is something to lose. */
    public DrillJob startJob() throws InterruptedException {
        DrillJob job = submit(UnaryOperator.identity());
        job.awaitRunning("a job that holds its state", detail -> subject.isLoaded());
        job.awaitCheckpoints(2);
        say("the job runs, checkpoint " + job.newestCheckpoint() + " is complete");
        return job;
    }

    /** Submits the job. */
    public DrillJob submit(UnaryOperator<SubmitHeader.Builder> changes) {
        SubmitHeader header = changes.apply(subject.header())
                .setSubmissionId(UUID.randomUUID().toString())
                .build();
        String id = cluster.client().submit(header, subject.jar(), sent -> {}).getJobId();
        return new DrillJob(cluster, patience, id);
    }

    /**
     * Submits the job to go on from a savepoint or a checkpoint.
     *
     * @param location of it
     */
    public DrillJob submitFrom(String location) {
        return submit(header -> header.setRestore(RestoreFrom.newBuilder().setLocation(location)));
    }

    /** From now on the job is the next version of it. */
    public void upgrade() {
        subject = subject.nextVersion(patience.clock().nowMs()).orElseThrow();
    }

    /** Does something to the cluster or the job. */
    public Fault disturb(String what, Action action) throws InterruptedException {
        long atMs = patience.clock().nowMs();
        action.run();
        say(what);
        return new Fault(what, subject.mark(atMs));
    }

    /** Waits until the job has committed results that it had not had at the fault, and notes how long that took. */
    public void awaitRecovery(Fault fault, DrillJob job) throws InterruptedException {
        Subject.Mark mark = fault.mark();
        long committedAtMs = patience.await(
                "new results after: " + fault.what(),
                () -> {
                    // In this order: what a job commits at its very end counts.
                    Optional<JobDetail> seen = job.look();
                    if (subject.hasCommittedSince(mark)) {
                        return Optional.of(patience.clock().nowMs());
                    }
                    seen.ifPresent(detail -> job.failIfEnded(detail, "new results"));
                    return Optional.empty();
                },
                job::lastSeen);
        OptionalLong newResultAtMs = subject.newResultMs(mark);
        Recovery recovery = new Recovery(
                fault.what(),
                newResultAtMs.isPresent() ? newResultAtMs.getAsLong() - mark.atMs() : null,
                committedAtMs - mark.atMs());
        recoveries.add(recovery);
        say(recovery.inWords());
    }

    /** Lets the job come to its end and compares its results with what is right. */
    public void finish(DrillJob job) throws InterruptedException {
        subject.letItEnd();
        job.awaitFinished();
        say("the job has come to its end");
        findings = subject.check(job);
    }

    DrillReport report(String drill) {
        if (findings == null) {
            throw new IllegalStateException("the drill " + drill + " did not end with finish");
        }
        return DrillReport.finished(drill, steps, recoveries, subject.replayed().orElse(null), findings, tookMs());
    }

    DrillReport broken(String drill, String problem) {
        return DrillReport.broken(drill, steps, recoveries, problem, tookMs());
    }

    private long tookMs() {
        return patience.clock().nowMs() - startedMs;
    }

    /** To be done when the drill is over, however it ends, after its processes have ended; the last first. */
    public void atEnd(Runnable action) {
        atEnd.push(action);
    }

    /** Stops the cluster and does what is to be done at the end. May be called by a thread that runs while the process ends. */
    void close() {
        DrillCluster last = cluster;
        if (last != null) {
            last.close();
        }
        for (Runnable action = atEnd.poll(); action != null; action = atEnd.poll()) {
            action.run();
        }
    }
}
