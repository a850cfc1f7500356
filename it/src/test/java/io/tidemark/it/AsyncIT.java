package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.AsyncDataStream;
import io.tidemark.api.DataStream;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.function.OpenContext;
import io.tidemark.api.function.async.ResultFuture;
import io.tidemark.api.function.async.RichAsyncFunction;
import io.tidemark.connector.file.FileSink;
import io.tidemark.connector.file.csv.CsvFormat;
import io.tidemark.deploy.local.LocalCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that threads of a pool answer, in a cluster with real threads, checkpoints and a failure. */
class AsyncIT {
    private static final long RECORDS = 20_000;

    /** Requests over all attempts of a job; one of them fails. */
    private static final AtomicInteger REQUESTS = new AtomicInteger();

    @TempDir
    Path directory;

    /** Answers after up to a few milliseconds, in no order. */
    static final class SlowSquares extends RichAsyncFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        private transient ScheduledExecutorService pool;
        private transient Random random;

        @Override
        public void open(OpenContext openContext) {
            pool = Executors.newScheduledThreadPool(2);
            random = new Random(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
        }

        @Override
        public void asyncInvoke(Long input, ResultFuture<Long> resultFuture) {
            int request = REQUESTS.incrementAndGet();
            pool.schedule(
                    () -> {
                        if (request == RECORDS / 2) {
                            resultFuture.completeExceptionally(new IOException("the one that fails"));
                        } else {
                            resultFuture.complete(List.of(input * input));
                        }
                    },
                    random.nextInt(2_000),
                    TimeUnit.MICROSECONDS);
        }

        @Override
        public void close() {
            if (pool != null) {
                pool.shutdownNow();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void eachRecordIsAnsweredOnceOverAFailureAndItsCheckpoints(boolean ordered) throws Exception {
        REQUESTS.set(0);
        Path output = directory.resolve("squares");
        try (LocalCluster cluster = LocalCluster.start(1, 2)) {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            env.setParallelism(2);
            env.configure(Configuration.empty().with(JobOptions.CHECKPOINT_INTERVAL, Duration.ofMillis(100)));
            DataStream<Long> numbers = env.fromSequence(1, RECORDS);
            DataStream<Long> squares = ordered
                    ? AsyncDataStream.orderedWait(numbers, new SlowSquares(), 30, TimeUnit.SECONDS, 50)
                    : AsyncDataStream.unorderedWait(numbers, new SlowSquares(), 30, TimeUnit.SECONDS, 50);
            squares.sinkTo(FileSink.to(output, CsvFormat.standard().<Long>write((number, cells) -> cells.add(number))));
            cluster.submit(env.buildPlan("squares")).await();
        }
        List<String> expected = LongStream.rangeClosed(1, RECORDS)
                .mapToObj(number -> Long.toString(number * number))
                .sorted()
                .toList();
        assertThat(rows(output)).isEqualTo(expected);
        assertThat(REQUESTS.get()).isGreaterThan((int) RECORDS);
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
