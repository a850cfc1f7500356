package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.DataStream;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.config.RecordHandover;
import io.tidemark.api.connector.SequenceSource;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.Collector;
import io.tidemark.api.function.ProcessJoinFunction;
import io.tidemark.api.plan.JobClient;
import io.tidemark.api.plan.JobExecutionResult;
import io.tidemark.api.plan.JobFailedException;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.connector.file.FileSink;
import io.tidemark.connector.file.csv.CsvFormat;
import io.tidemark.deploy.local.LocalCluster;
import io.tidemark.examples.keyedsums.EventFileGenerator;
import io.tidemark.examples.keyedsums.KeyedSums;
import io.tidemark.examples.keyedsums.PlainSums;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs in this process, as in an IDE. */
class EmbeddedIT {
    @TempDir
    Path directory;

    @Test
    void aMainThatIsRunAsAProgramRunsItsJobHere() throws Exception {
        Path input = directory.resolve("events.csv");
        EventFileGenerator.generate(input, 200_000, 1_000, 1);

        KeyedSums.main(new String[] {
            "--input", input.toString(), "--output", directory.resolve("sums").toString()
        });

        assertThat(rows(directory.resolve("sums"))).isEqualTo(PlainSums.lines(input));
    }

    @Test
    void everyParallelismGivesTheSameRows() throws Exception {
        List<String> expected = LongStream.rangeClosed(1, 1000)
                .mapToObj(Long::toString)
                .sorted()
                .toList();
        try (LocalCluster cluster = LocalCluster.start(2, 2)) {
            for (int parallelism = 1; parallelism <= 4; parallelism++) {
                Path output = directory.resolve("rows-" + parallelism);
                StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
                env.setParallelism(parallelism);
                env.fromSequence(1, 1000)
                        .keyBy(number -> number % 7)
                        .map(number -> number)
                        .sinkTo(FileSink.to(
                                output, CsvFormat.standard().<Long>write((number, cells) -> cells.add(number))));

                JobExecutionResult result =
                        cluster.submit(env.buildPlan("rows")).await();

                assertThat(result.jobName()).isEqualTo("rows");
                assertThat(rows(output)).isEqualTo(expected);
            }
        }
    }

    @Test
    void trW10_trW14_aStreamUnitedWithItselfCountsTwiceAndItsWindowsFireInDeterministicModeToo() throws Exception {
        // Without a watermark between them, far more records than two channels of one task hold.
        long count = 300_000;
        for (boolean deterministic : new boolean[] {false, true}) {
            Path output = directory.resolve("twice-" + deterministic);
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            env.setParallelism(2);
            env.configure(Configuration.empty().with(JobOptions.DETERMINISTIC, deterministic));
            DataStream<Long> numbers = env.fromSource(
                    new SequenceSource(1, count),
                    WatermarkStrategy.<Long>forMonotonousTimestamps()
                            .withTimestampAssigner((number, previous) -> number * 100 / count),
                    "numbers");
            numbers.union(numbers)
                    .keyBy(number -> number % 7)
                    .window(TumblingEventTimeWindows.of(Duration.ofMillis(50)))
                    .reduce(Long::sum)
                    .sinkTo(FileSink.to(output, CsvFormat.standard().<Long>write((sum, cells) -> cells.add(sum))));

            env.execute("twice");

            long sum = rows(output).stream().mapToLong(Long::parseLong).sum();
            assertThat(sum).isEqualTo(count * (count + 1));
            assertThat(rows(output)).hasSize(2 * 7 + 1);
        }
    }

    @Test
    void aJobThatFailsSaysWhy() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSequence(0, 10)
                .map(number -> 10 / number)
                .sinkTo(FileSink.to(
                        directory.resolve("none"),
                        CsvFormat.standard().<Long>write((number, cells) -> cells.add(number))));

        assertThatThrownBy(() -> env.execute("division"))
                .isInstanceOf(JobFailedException.class)
                .hasMessageContaining("/ by zero");
    }

    /** Changes a record that it is given, which the join has kept for others. */
    private static final class Scribbling extends ProcessJoinFunction<long[], long[], Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void processElement(long[] left, long[] right, Context context, Collector<Long> out) {
            left[1]++;
            out.collect(left[0]);
        }
    }

    @Test
    void aJoinThatChangesARecordItWasGivenFailsTheJobWhereRecordsAreChecked() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        env.configure(Configuration.empty().with(JobOptions.RECORD_HANDOVER, RecordHandover.CHECK));
        DataStream<long[]> pairs = env.fromSource(
                        new SequenceSource(0, 50_000),
                        WatermarkStrategy.<Long>forMonotonousTimestamps()
                                .withTimestampAssigner((number, previous) -> number),
                        "numbers")
                .map(number -> new long[] {number, 0});
        pairs.keyBy(pair -> pair[0] % 7)
                .intervalJoin(pairs.keyBy(pair -> pair[0] % 7))
                .between(Duration.ZERO, Duration.ofMillis(10))
                .process(new Scribbling())
                .sinkTo(FileSink.to(
                        directory.resolve("none"),
                        CsvFormat.standard().<Long>write((number, cells) -> cells.add(number))));

        assertThatThrownBy(() -> env.execute("scribbling"))
                .isInstanceOf(JobFailedException.class)
                .hasMessageContaining("a record was changed after it was emitted");
    }

    @Test
    void aCancelledJobEnds() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSequence(0, Long.MAX_VALUE - 1)
                .filter(number -> number < 0)
                .sinkTo(FileSink.to(
                        directory.resolve("none"),
                        CsvFormat.standard().<Long>write((number, cells) -> cells.add(number))));

        JobClient job = env.executeAsync("endless");
        job.cancel();

        assertThatThrownBy(job::await).isInstanceOf(JobFailedException.class).hasMessageContaining("cancelled");
    }

    private static List<String> rows(Path files) throws IOException {
        List<String> rows = new ArrayList<>();
        try (Stream<Path> parts = Files.list(files)) {
            for (Path part : parts.toList()) {
                rows.addAll(Files.readAllLines(part));
            }
        }
        Collections.sort(rows);
        return rows;
    }
}
