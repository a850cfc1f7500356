package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.connector.datagen.DatagenSource;
import io.tidemark.connector.file.FileSink;
import io.tidemark.connector.file.csv.CsvFormat;
import io.tidemark.deploy.client.ClusterClient;
import io.tidemark.deploy.local.LocalCluster;
import io.tidemark.network.plan.PlanCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user is told when records are spread unevenly, from the counts that workers send to the line that is printed. */
class SkewIT {
    private static final int SUBTASKS = 128;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    /** Looks at every record, and has nothing to say. */
    private static final class Quiet extends KeyedProcessFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(Long number, Context context, Collector<Long> out) {}
    }

    private JobPlan plan() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        env.fromSource(
                        DatagenSource.of(1_000_000_000, number -> number).withRatePerSecond(50_000),
                        WatermarkStrategy.noWatermarks(),
                        "numbers")
                .keyBy(number -> number % SUBTASKS)
                .process(new Quiet())
                .name("look")
                .setParallelism(SUBTASKS)
                .sinkTo(FileSink.to(
                        directory.resolve("none"),
                        CsvFormat.standard().<Long>write((number, cells) -> cells.add(number))));
        return env.buildPlan("few keys");
    }

    @Test
    void trS7_aHundredAndTwentyEightKeysOnAsManySubtasksAreToldWithTheCauseAndMoreKeyGroupsAreSuggested()
            throws Exception {
        try (LocalCluster cluster = LocalCluster.start(2, SUBTASKS / 2)) {
            ClusterClient client = cluster.client();
            String id = client.submit(
                            PlanCodec.toProto(plan()), UUID.randomUUID().toString())
                    .getJobId();
            await().atMost(PATIENCE)
                    .until(() -> client.job(id).getVerticesList().stream().anyMatch(vertex -> vertex.hasSkew()));

            Cli cli = new Cli(directory);
            Cli.Ended printed =
                    cli.run("job", id, "--coordinator", client.address()).orFail();

            assertThat(String.join(" ", printed.out()))
                    .contains("look")
                    .containsPattern("subtask \\d+ of 128 gets [\\d.]+ times its share and \\d+ get nothing")
                    .contains("of 128 key groups, few for 128 subtasks")
                    .contains("the hashes of keys collide")
                    .contains("pipeline.max-parallelism: 1024");
            String json = String.join(
                    "",
                    cli.run("job", id, "--json", "--coordinator", client.address())
                            .orFail()
                            .out());
            assertThat(json).contains("the hashes of keys collide");
            client.cancel(id);
        }
    }
}
