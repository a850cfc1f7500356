package io.tidemark.it.jobs;

import io.tidemark.api.SingleOutputStreamOperator;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.connector.file.FileSink;
import io.tidemark.connector.file.FileSource;
import io.tidemark.connector.file.csv.CsvFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * In deterministic mode: sums by key and window over a file of {@code key,timestamp,value} that is out of order, and beside them
 * the rows that came too late for their window.
 */
public final class LateBesideSums {
    /** How far a row may be behind the newest one. */
    public static final Duration BOUND = Duration.ofSeconds(1);

    /** How often the function in front of the windows is still to fail, in this process. */
    public static final AtomicInteger FAILURES = new AtomicInteger();

    /** A row fails when failures are left. */
    private static final long FAILS_AT = 4_321;

    /** Two readers take turns, so that event time comes of both. */
    private static final long SPLIT_BYTES = 3_000;

    private LateBesideSums() {}

    /**
     * A row of the file.
     *
     * @param value its number
     */
    public record Row(String key, long timestampMs, long value) {}

    /** As a jar: the file, the directory of the results, and how long each row takes in milliseconds. */
    public static void main(String[] arguments) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        define(env, Path.of(arguments[0]), Path.of(arguments[1]), Integer.parseInt(arguments[2]), true);
        env.execute("late-beside-sums");
    }

    /** @param rowMs how long each row takes */
    public static void define(
            StreamExecutionEnvironment env, Path input, Path output, int rowMs, boolean isDeterministic) {
        env.configure(Configuration.empty()
                .with(JobOptions.DETERMINISTIC, isDeterministic)
                .with(JobOptions.CHECKPOINT_INTERVAL, Duration.ofMillis(50)));
        OutputTag<Row> late = new OutputTag<>("late", Types.RECORD(Row.class));
        SingleOutputStreamOperator<Row> sums = env.fromSource(
                        FileSource.of(
                                        input,
                                        CsvFormat.standard()
                                                .read(row ->
                                                        new Row(row.string(0), row.longValue(1), row.longValue(2))))
                                .withSplitBytes(SPLIT_BYTES),
                        WatermarkStrategy.<Row>forBoundedOutOfOrderness(BOUND)
                                .withTimestampAssigner((row, previous) -> row.timestampMs()),
                        "rows",
                        Types.RECORD(Row.class))
                .map(row -> pass(row, rowMs))
                .keyBy(Row::key)
                .window(TumblingEventTimeWindows.of(Duration.ofSeconds(1)))
                .sideOutputLateData(late)
                .reduce((a, b) -> new Row(a.key(), Math.max(a.timestampMs(), b.timestampMs()), a.value() + b.value()));
        sums.sinkTo(FileSink.to(output.resolve("sums"), text()));
        sums.getSideOutput(late).sinkTo(FileSink.to(output.resolve("late"), text()));
    }

    private static Row pass(Row row, int rowMs) throws InterruptedException {
        if (row.value() == FAILS_AT && FAILURES.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new IllegalStateException("fails as it is told to");
        }
        if (rowMs > 0) {
            Thread.sleep(rowMs);
        }
        return row;
    }

    private static io.tidemark.connector.file.format.WriteFormat<Row> text() {
        return CsvFormat.standard()
                .<Row>write((row, cells) ->
                        cells.add(row.key()).add(row.timestampMs()).add(row.value()));
    }
}
