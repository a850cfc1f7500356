package io.tidemark.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.network.proto.CancelTasksRequest;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.TaskDescriptor;
import java.nio.file.Path;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job whose channels are full, between two workers, is ended and begun anew over and over. */
class CancelUnderLoadTest {
    @TempDir
    private Path directory;

    private final String jobId = "job-" + UUID.randomUUID();
    private final TestWorkers workers = new TestWorkers(jobId);

    @AfterEach
    void close() {
        workers.close();
    }

    private void deploy(int attempt) {
        DeployRequest.Builder request = TestJob.request(jobId, attempt, 1, directory.resolve("checkpoints"));
        TaskDescriptor.Builder sum = TestJob.sum(request, workers.dataAddress("a")).toBuilder();
        sum.getOperatorsBuilder(0)
                .getNodeBuilder()
                .setOperator(TestJob.bytes(new OperatorSpec.CustomSpec(TestJob.SlowSum::new)));
        TaskDescriptor source = TestJob.source(request, workers.dataAddress("b"));
        workers.coordinator.worker("b").deploy(request.clone().addTasks(sum).build());
        workers.coordinator.worker("a").deploy(request.clone().addTasks(source).build());
    }

    @Test
    void trC3_aThousandCancelsUnderLoadNeverComeToADeadlock() {
        workers.start("a", directory, Configuration.empty());
        workers.start("b", directory, Configuration.empty());
        TestJob.request(jobId, 0, 1, directory);
        TestJob.LIMITS.get(jobId).set(Long.MAX_VALUE - 1);
        Random random = new Random(3);
        for (int attempt = 1; attempt <= 1_000; attempt++) {
            workers.coordinator.reports.clear();
            // Ends the attempt before, wherever it is, and waits for it.
            deploy(attempt);
            int howFar = random.nextInt(20);
            if (howFar == 0) {
                continue;
            }
            workers.awaitStates(attempt, "1-0 DEPLOYED", "2-0 DEPLOYED");
            long before = TestJob.sum(jobId);
            workers.startTasks("b", attempt);
            workers.startTasks("a", attempt);
            if (howFar == 1) {
                workers.until(() -> TestJob.sum(jobId) > before);
            }
        }
        for (String worker : new String[] {"a", "b"}) {
            workers.coordinator
                    .worker(worker)
                    .cancel(CancelTasksRequest.newBuilder()
                            .setEpoch(1)
                            .setJobId(jobId)
                            .setAttempt(1_000)
                            .build());
        }
        workers.awaitStates(1_000, "1-0 CANCELLED", "2-0 CANCELLED");
        assertThat(workers.fatal).isEmpty();
    }
}
