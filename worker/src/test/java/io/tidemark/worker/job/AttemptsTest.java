package io.tidemark.worker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.config.Configuration;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.storage.LocalCopies;
import io.tidemark.network.data.DataClient;
import io.tidemark.network.data.DataClientConfig;
import io.tidemark.network.data.DataLimits;
import io.tidemark.network.data.DataServer;
import io.tidemark.network.data.DataServerConfig;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.TaskDescriptor;
import io.tidemark.network.rpc.Security;
import io.tidemark.worker.failure.TaskFailure;
import io.tidemark.worker.task.TaskIdentity;
import io.tidemark.worker.task.TaskListener.SnapshotTimes;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Calls of the coordinator that come again because their answers got lost, and those that cut others short. */
class AttemptsTest {
    private static final long EPOCH = 7;

    @TempDir
    Path directory;

    private DataServer server;
    private DataClient client;
    private Attempts attempts;

    private static final class Heard implements AttemptListener {
        private final List<String> states = new CopyOnWriteArrayList<>();
        private final List<String> fatal = new CopyOnWriteArrayList<>();

        @Override
        public void onTask(long epoch, TaskIdentity task, String state, TaskFailure failure) {
            states.add(state);
        }

        @Override
        public void onSnapshot(
                long epoch, TaskIdentity task, long checkpointId, TaskSnapshot snapshot, SnapshotTimes times) {}

        @Override
        public void onDeclined(long epoch, TaskIdentity task, long checkpointId, TaskFailure cause) {}

        @Override
        public void onBusy(long epoch, TaskIdentity task, long checkpointId) {}

        @Override
        public void onFatal(String reason, Throwable cause) {
            fatal.add(reason);
        }
    }

    private final Heard heard = new Heard();

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    @BeforeEach
    void open() {
        server = DataServer.start(new DataServerConfig(
                "127.0.0.1", 0, Security.LOOPBACK_ONLY, "worker", () -> EPOCH, DataLimits.DEFAULT));
        client = new DataClient(new DataClientConfig(Security.LOOPBACK_ONLY, "worker", 1_000_000, DataLimits.DEFAULT));
        attempts = attempts(null, Runnable::run);
    }

    private Attempts attempts(JarStore jars, Executor deployments) {
        return new Attempts(
                new WorkerParts(
                        directory,
                        jars,
                        AttemptsTest.class.getClassLoader(),
                        null,
                        server,
                        client,
                        null,
                        null,
                        null,
                        deployments,
                        Runnable::run,
                        Runnable::run,
                        Runnable::run,
                        timer,
                        Duration.ofSeconds(30),
                        Configuration.empty(),
                        new LocalCopies(directory.resolve("copies"))),
                heard);
    }

    @AfterEach
    void close() {
        client.close();
        server.close();
        timer.shutdownNow();
    }

    /** Without tasks it is over as soon as it is deployed. */
    private void deployAndEnd(int attempt) {
        attempts.deploy(DeployRequest.newBuilder()
                .setEpoch(EPOCH)
                .setJobId("job")
                .setAttempt(attempt)
                .build());
        assertThat(attempts.running()).isEmpty();
    }

    @Test
    void aFinishAndANoteOfACheckpointThatComeAgainWhenTheAttemptIsOverAreTaken() {
        deployAndEnd(3);
        AttemptId over = new AttemptId("job", 3);

        assertThatCode(() -> attempts.finish(EPOCH, over, 5)).doesNotThrowAnyException();
        assertThatCode(() -> attempts.notifyCheckpoint(EPOCH, over, 5, true, false))
                .doesNotThrowAnyException();
    }

    @Test
    void aFinishOfAnAttemptThatWasNeverHereOrIsNotTheNewestOrOfAnOldEpochIsRefused() {
        deployAndEnd(3);

        assertThatThrownBy(() -> attempts.finish(EPOCH, new AttemptId("another", 3), 5))
                .isInstanceOf(StaleCallException.class);
        assertThatThrownBy(() -> attempts.finish(EPOCH, new AttemptId("job", 2), 5))
                .isInstanceOf(StaleCallException.class);
        assertThatThrownBy(() -> attempts.finish(EPOCH - 1, new AttemptId("job", 3), 5))
                .isInstanceOf(StaleCallException.class);
    }

    @Test
    @Timeout(60)
    void trK3_whatIsCancelledWhileItIsDeployedDoesNotWaitForWhatItFetches() throws Exception {
        CountDownLatch fetching = new CountDownLatch(1);
        JarStore jars = new JarStore(directory.resolve("jars"), (jobId, target) -> {
            fetching.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                throw new InterruptedIOException();
            }
        });
        ExecutorService deployments = Executors.newSingleThreadExecutor();
        try {
            attempts = attempts(jars, deployments);
            attempts.deploy(DeployRequest.newBuilder()
                    .setEpoch(EPOCH)
                    .setJobId("job")
                    .setAttempt(1)
                    .setJarSha256("some")
                    .addTasks(TaskDescriptor.getDefaultInstance())
                    .build());
            fetching.await();
            CompletableFuture<?> released = attempts.allReleased();

            attempts.cancel(EPOCH, new AttemptId("job", 1));

            released.get();
            assertThat(heard.fatal).isEmpty();
            assertThat(deployments
                            .submit(() -> Thread.currentThread().isInterrupted())
                            .get())
                    .as("the thread goes on without the interrupt")
                    .isFalse();
            assertThat(heard.states).containsExactly("CANCELLED");
        } finally {
            deployments.shutdownNow();
        }
    }

    @Test
    void whatIsCancelledBeforeItsDeploymentHasBegunEndsAtOnceAndIsNotDeployedLater() {
        List<Runnable> queued = new ArrayList<>();
        attempts = attempts(null, queued::add);
        attempts.deploy(DeployRequest.newBuilder()
                .setEpoch(EPOCH)
                .setJobId("job")
                .setAttempt(1)
                .addTasks(TaskDescriptor.getDefaultInstance())
                .build());
        assertThat(queued).hasSize(1);

        attempts.cancel(EPOCH, new AttemptId("job", 1));

        assertThat(attempts.running()).isEmpty();
        assertThat(heard.states).containsExactly("CANCELLED");
        queued.forEach(Runnable::run);
        assertThat(heard.states).containsExactly("CANCELLED");
    }
}
