package io.tidemark.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.api.config.Configuration;
import io.tidemark.network.proto.StartRequest;
import io.tidemark.network.proto.TaskId;
import io.tidemark.network.proto.TriggerCheckpointRequest;
import io.tidemark.network.rpc.Security;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;

/** Real workers, with their ports and threads, for one job under a coordinator that the test speaks for. */
final class TestWorkers implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(2);

    final FakeCoordinator coordinator = new FakeCoordinator(0);
    final List<String> fatal = new CopyOnWriteArrayList<>();
    private final String jobId;
    private final List<Worker> workers = new ArrayList<>();

    TestWorkers(String jobId) {
        this.jobId = jobId;
    }

    /** @param storageOptions how it reaches the checkpoint storage */
    void start(String id, Path directory, Configuration storageOptions) {
        workers.add(Worker.start(
                new WorkerConfig(
                        id,
                        "127.0.0.1",
                        0,
                        0,
                        null,
                        coordinator.address(),
                        2,
                        directory.resolve(id),
                        1,
                        16 << 20,
                        16 << 20,
                        Security.LOOPBACK_ONLY,
                        Duration.ofSeconds(30),
                        storageOptions),
                (reason, cause) -> fatal.add(reason)));
        until(() -> coordinator.workers.containsKey(id));
    }

    String dataAddress(String id) {
        return coordinator.workers.get(id).getDataAddress();
    }

    /** Starts the tasks of an attempt there. */
    void startTasks(String id, int attempt) {
        coordinator
                .worker(id)
                .start(StartRequest.newBuilder()
                        .setEpoch(coordinator.epoch)
                        .setJobId(jobId)
                        .setAttempt(attempt)
                        .build());
    }

    void trigger(String id, int attempt, long checkpointId) {
        coordinator
                .worker(id)
                .triggerCheckpoint(TriggerCheckpointRequest.newBuilder()
                        .setEpoch(coordinator.epoch)
                        .setJobId(jobId)
                        .setAttempt(attempt)
                        .setCheckpointId(checkpointId)
                        .addTasks(TaskId.newBuilder().setVertex(TestJob.SOURCE))
                        .build());
    }

    /** Waits until tasks of the attempt have said these states, such as {@code 1-0 RUNNING}. */
    void awaitStates(int attempt, String... states) {
        await().atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(POLL)
                .untilAsserted(() -> assertThat(coordinator.states(attempt))
                        .as("attempt %d", attempt)
                        .contains(states));
    }

    void until(Callable<Boolean> condition) {
        await().atMost(LIMIT)
                .pollDelay(Duration.ZERO)
                .pollInterval(POLL)
                .failFast(() -> assertThat(fatal).isEmpty())
                .until(condition);
    }

    @Override
    public void close() {
        workers.forEach(Worker::close);
        coordinator.close();
    }
}
