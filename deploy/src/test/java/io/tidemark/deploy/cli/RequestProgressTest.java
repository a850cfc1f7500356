package io.tidemark.deploy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.deploy.client.JobFollower;
import io.tidemark.deploy.terminal.Terminal;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobSummary;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestProgressTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private long nowMs = 5_000;

    @Test
    void whereNobodyWatchesALineEveryTenSecondsSaysWhatIsWaitedFor() {
        Terminal unwatched = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false);
        JobFollower.Pace pace = new JobFollower.Pace() {
            @Override
            public long nowMs() {
                return nowMs;
            }

            @Override
            public void pause(Duration duration) {}
        };
        RequestProgress progress = new RequestProgress(unwatched, "taking the savepoint", pace);
        JobDetail job = JobDetail.newBuilder()
                .setSummary(JobSummary.newBuilder().setState("RUNNING").setDetail("the disk is full"))
                .build();
        for (int i = 0; i < 25; i++) {
            progress.accept(job);
            nowMs += 1_000;
        }
        String line = "Job is RUNNING, taking the savepoint ...  the disk is full";
        assertThat(err.toString(StandardCharsets.UTF_8).lines()).containsExactly(line, line);
        assertThat(out.size()).as("results stay alone").isZero();
    }
}
