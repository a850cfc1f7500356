package io.tidemark.coordinator.rpc;

import io.tidemark.coordinator.cluster.ClusterMaster;
import io.tidemark.coordinator.cluster.WorkerRegistry.Worker;
import io.tidemark.coordinator.explain.StandstillWatch;
import io.tidemark.coordinator.job.JobMaster;
import io.tidemark.coordinator.loop.CoordinatorLoop;
import io.tidemark.coordinator.remote.WorkerClients;
import io.tidemark.network.proto.ExplainRequest;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.WatermarksReply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns in the log when event time stands still at an operator of a running job that has windows or timers waiting for it, and
 * says why. Looks now and again, on a thread of its own: workers first tell only which operators stand, and more only when
 * one is new.
 */
public final class StandstillWarnings implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StandstillWarnings.class);
    private static final long LOOK_EVERY_MS = 2_000;
    /** Longer than a call to a worker may take. */
    private static final long ANSWER_WAIT_S = 10;

    private record Running(String jobId, String name, ExplainRequest request, List<Worker> workers) {}

    private final CoordinatorLoop loop;
    private final WorkerClients workers;
    private final StandstillWatch watch = new StandstillWatch();
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread made = new Thread(work, "coordinator-standstill");
        made.setDaemon(true);
        return made;
    });

    public StandstillWarnings(CoordinatorLoop loop, WorkerClients workers) {
        this.loop = loop;
        this.workers = workers;
    }

    /** Begins to look. */
    public void start() {
        thread.scheduleWithFixedDelay(this::look, LOOK_EVERY_MS, LOOK_EVERY_MS, TimeUnit.MILLISECONDS);
    }

    private void look() {
        try {
            List<Running> jobs = loop.ask((master, nowMs) -> running(master)).get(ANSWER_WAIT_S, TimeUnit.SECONDS);
            watch.keepOnly(jobs.stream().map(Running::jobId).collect(Collectors.toSet()));
            for (Running job : jobs) {
                look(job);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            // Nothing depends on it; the next look may do better.
            LOG.debug("could not look for operators whose event time stands still", e);
        }
    }

    private static List<Running> running(ClusterMaster master) {
        List<Running> running = new ArrayList<>();
        for (JobMaster job : master.jobs()) {
            job.liveAttempt().ifPresent(attempt -> {
                List<Worker> asked = new ArrayList<>();
                attempt.getValue()
                        .forEach(workerId -> master.workers().find(workerId).ifPresent(asked::add));
                running.add(new Running(
                        job.spec().jobId(),
                        job.spec().name(),
                        ExplainRequest.newBuilder()
                                .setEpoch(master.epoch())
                                .setJobId(job.spec().jobId())
                                .setAttempt(attempt.getKey())
                                .build(),
                        asked));
            });
        }
        return running;
    }

    private void look(Running job) throws InterruptedException {
        List<OperatorWatermark> standing = new ArrayList<>();
        ExplainRequest lightly =
                job.request().toBuilder().setStandingStillOnly(true).build();
        for (WatermarksReply reply : ask(job, lightly)) {
            reply.getOperatorsList().stream()
                    .filter(operator -> operator.getNextDue() != 0)
                    .forEach(standing::add);
        }
        List<OperatorWatermark> news = watch.news(job.jobId(), standing);
        if (news.isEmpty()) {
            return;
        }
        long nowMs = loop.clock().nowMs();
        WatermarksReply all = WatermarkReplies.join(job.jobId(), ask(job, job.request()), nowMs);
        for (String warning : watch.warnings(job.jobId(), news, all, nowMs)) {
            LOG.warn("job {} \"{}\": {}", job.jobId(), job.name(), warning);
        }
    }

    /** The replies of those that answer. */
    private List<WatermarksReply> ask(Running job, ExplainRequest request) throws InterruptedException {
        List<CompletableFuture<WatermarksReply>> asked = job.workers().stream()
                .map(worker -> workers.watermarks(worker, request))
                .toList();
        List<WatermarksReply> replies = new ArrayList<>();
        for (CompletableFuture<WatermarksReply> answer : asked) {
            try {
                replies.add(answer.get(ANSWER_WAIT_S, TimeUnit.SECONDS));
            } catch (ExecutionException | TimeoutException e) {
                LOG.debug("a worker did not say which operators of job {} stand still", job.jobId(), e);
            }
        }
        return replies;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
