package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidemark.api.AsyncDataStream;
import io.tidemark.api.DataStream;
import io.tidemark.api.StreamExecutionEnvironment;
import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.connector.Source;
import io.tidemark.api.eventtime.NullTimestamps;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.async.ResultFuture;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.TumblingEventTimeWindows;
import io.tidemark.connector.datagen.DatagenSource;
import io.tidemark.connector.file.FileSink;
import io.tidemark.connector.file.csv.CsvFormat;
import io.tidemark.deploy.local.LocalCluster;
import io.tidemark.it.jobs.FollowedFiles;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.WaitExplanation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs whose windows do not fire, each for a reason of its own: what a cluster finds out by itself, and says. */
class EventTimeCausesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration BOUND = Duration.ofMillis(100);
    private static final long YEAR_2200_MS = 7_258_118_400_000L;

    private static LocalCluster cluster;

    @TempDir
    Path directory;

    @BeforeAll
    static void start() {
        cluster = LocalCluster.start(1, 4);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static StreamExecutionEnvironment environment() {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(1);
        return env;
    }

    private static Source<Long, ?> clock() {
        return DatagenSource.unbounded(number -> System.currentTimeMillis()).withRatePerSecond(500);
    }

    private static WatermarkStrategy<Long> bounded() {
        return WatermarkStrategy.<Long>forBoundedOutOfOrderness(BOUND).withTimestampAssigner((time, previous) -> time);
    }

    /** Runs a job with windows behind this stream until they wait for this, and gives what is said of them. */
    private String sentence(StreamExecutionEnvironment env, DataStream<Long> times, String cause) throws Exception {
        times.keyBy(time -> time % 3)
                .window(TumblingEventTimeWindows.of(Duration.ofSeconds(1)))
                .reduce(Long::sum)
                .name("window-sum")
                .sinkTo(FileSink.to(
                        directory.resolve("sums"), CsvFormat.standard().<Long>write((sum, cells) -> cells.add(sum))));
        String job = cluster.submit(env.buildPlan(cause)).jobId();
        AtomicReference<String> seen = new AtomicReference<>("nothing");
        try {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(200)).until(() -> {
                List<WaitExplanation> waits = cluster.client().watermarks(job).getWaitsList();
                return waits.stream()
                        .filter(wait -> wait.getOperator().equals("window-sum"))
                        .peek(wait -> seen.set(wait.getSentence()))
                        .anyMatch(wait -> wait.getCause().equals(cause));
            });
        } catch (RuntimeException e) {
            throw new AssertionError("not " + cause + ", but: " + seen.get(), e);
        } finally {
            cluster.client().cancel(job);
            // Its files go with the test.
            await().atMost(PATIENCE)
                    .until(() ->
                            cluster.client().job(job).getSummary().getState().equals("CANCELLED"));
        }
        return seen.get();
    }

    @Test
    void aStrategyWithoutWatermarksIsAGeneratorThatNeverEmits() throws Exception {
        StreamExecutionEnvironment env = environment();
        DataStream<Long> times = env.fromSource(
                clock(),
                WatermarkStrategy.<Long>noWatermarks().withTimestampAssigner((time, previous) -> time),
                "clock");
        assertThat(sentence(env, times, "GENERATOR_NEVER_EMITS"))
                .startsWith("window-sum waits for its first watermark: source clock subtask 1, split ")
                .contains("but its generator has never emitted a watermark; noWatermarks() emits none");
    }

    @Test
    void aConstantTimestampIsTimestampsAtOnePoint() throws Exception {
        StreamExecutionEnvironment env = environment();
        DataStream<Long> times = env.fromSource(
                clock(), bounded().withTimestampAssigner((time, previous) -> 1_700_000_000_000L), "clock");
        assertThat(sentence(env, times, "ONE_TIMESTAMP"))
                .contains("all with the timestamp 2023-11-14T22:13:20Z, and event time does not pass the newest one");
    }

    @Test
    void answersThatDoNotComeAreWaitedForByWhoAskedForThem() throws Exception {
        StreamExecutionEnvironment env = environment();
        DataStream<Long> answered = AsyncDataStream.unorderedWait(
                        env.fromSource(clock(), bounded(), "clock"),
                        (Long time, ResultFuture<Long> never) -> {},
                        0,
                        TimeUnit.SECONDS,
                        100_000)
                .returns(Types.LONG)
                .name("rates");
        assertThat(sentence(env, answered, "ANSWER_WAIT"))
                .startsWith("window-sum waits for its first watermark: rates subtask 1 waits for the answers to ")
                .contains(", the first of them asked for ");
    }

    @Test
    void anIntervalOfAnHourIsTooLong() throws Exception {
        StreamExecutionEnvironment env = environment();
        env.configure(Configuration.empty().with(JobOptions.AUTO_WATERMARK_INTERVAL, Duration.ofHours(1)));
        DataStream<Long> times = env.fromSource(clock(), bounded(), "clock");
        assertThat(sentence(env, times, "INTERVAL_TOO_LONG"))
                .contains("that its generator was not asked about: pipeline.auto-watermark-interval is 60 min");
    }

    @Test
    void oneRecordOfTheYear2200IsFarAhead() throws Exception {
        StreamExecutionEnvironment env = environment();
        DataStream<Long> times = env.fromSource(
                DatagenSource.unbounded(number -> number == 50 ? YEAR_2200_MS : System.currentTimeMillis())
                        .withRatePerSecond(500),
                bounded(),
                "clock");
        assertThat(sentence(env, times, "FAR_AHEAD"))
                .contains("had a record with the timestamp 2200-01-01T00:00:00Z")
                .contains("years ahead of the clock, and event time went there");
    }

    @Test
    void recordsWithoutTimestampsAreMissingThem() throws Exception {
        StreamExecutionEnvironment env = environment();
        DataStream<Long> times = env.fromSource(
                clock(),
                bounded()
                        .withTimestampAssigner((time, previous) -> Long.MIN_VALUE)
                        .withNullTimestamps(NullTimestamps.DROP),
                "clock");
        assertThat(sentence(env, times, "NULL_TIMESTAMPS"))
                .contains("none of them with a timestamp; give the strategy a timestamp assigner");
    }

    @Test
    void aStepThatTakesItsRecordsTooSlowlyIsBackPressure() throws Exception {
        StreamExecutionEnvironment env = environment();
        DataStream<Long> times = env.fromSource(
                        DatagenSource.unbounded(number -> System.currentTimeMillis()), bounded(), "clock")
                .rebalance()
                .map(time -> {
                    Thread.sleep(5);
                    return time;
                })
                .name("slow-map");
        assertThat(sentence(env, times, "BACKPRESSURE"))
                .contains("back-pressure")
                .contains("because slow-map subtask 1 takes its records more slowly than they come");
    }

    @Test
    void aSplitTooFarAheadOfItsAlignmentGroupIsPausedByIt() throws Exception {
        StreamExecutionEnvironment env = environment();
        WatermarkStrategy<Long> aligned =
                bounded().withWatermarkAlignment("both", Duration.ofSeconds(1), Duration.ofMillis(100));
        env.fromSource(files("full"), aligned, "slow")
                .sinkTo(FileSink.to(
                        directory.resolve("slow"), CsvFormat.standard().<Long>write((time, cells) -> cells.add(time))));
        DataStream<Long> times = env.fromSource(clock(), aligned, "clock");
        assertThat(sentence(env, times, "ALIGNMENT_PAUSE"))
                .contains("source clock subtask 1, split ")
                .contains("is paused by alignment group both for ")
                .contains("being more than 1 s ahead of the slowest of that group")
                .contains("idle: source slow subtask 1");
    }

    @Test
    void aFileThatIsEmptyFromTheStartIsNotOneThatFellSilent() throws Exception {
        StreamExecutionEnvironment env = environment();
        DataStream<Long> times = env.fromSource(files("full", "empty"), bounded(), "readings");
        assertThat(sentence(env, times, "SPLIT_EMPTY"))
                .contains("source readings subtask 1, split empty, has had no record since it began");
    }

    @Test
    void aSubtaskWithoutSplitsCountsWhereEventTimeIsMadeBehindTheSource() throws Exception {
        StreamExecutionEnvironment env = environment();
        env.setParallelism(2);
        DataStream<Long> times = env.fromSource(files("full"), WatermarkStrategy.noWatermarks(), "readings")
                .assignTimestampsAndWatermarks(bounded())
                .name("stamps");
        assertThat(sentence(env, times, "SUBTASK_WITHOUT_SPLITS"))
                .contains(
                        "stamps subtask 2 has had no record, since source readings subtask 2 has no split, and counts");
    }

    /** Where the slowest subtask of an operator is, once it is further than that. */
    private static long awaitWatermark(String job, String operator, long beyond) {
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(
                        () -> cluster.client().watermarks(job).getOperatorsList().stream()
                                .filter(one -> one.getName().equals(operator))
                                .mapToLong(OperatorWatermark::getWatermark)
                                .min()
                                .orElse(Long.MIN_VALUE),
                        watermark -> watermark > beyond);
    }

    private static void cancel(String job) {
        cluster.client().cancel(job);
        await().atMost(PATIENCE)
                .until(() -> cluster.client().job(job).getSummary().getState().equals("CANCELLED"));
    }

    private FileSink<Long> numbersTo(String name) {
        return FileSink.to(directory.resolve(name), CsvFormat.standard().<Long>write((sum, cells) -> cells.add(sum)));
    }

    @Test
    void trW1_whenAllReadersOfASourceAreSilentItsWindowsFireByTheIdleClock() throws Exception {
        StreamExecutionEnvironment env = environment();
        env.setParallelism(2);
        long beganMs = System.currentTimeMillis();
        env.fromSource(
                        files("full-1", "full-2"),
                        bounded()
                                .withIdleness(Duration.ofMillis(200))
                                .withIdleClock(Duration.ofMillis(300), Duration.ofMillis(500)),
                        "readings")
                .keyBy(time -> time % 3)
                .window(TumblingEventTimeWindows.of(Duration.ofSeconds(1)))
                .reduce(Long::sum)
                .name("window-sum")
                .sinkTo(numbersTo("sums"));
        String job = cluster.submit(env.buildPlan("idle clock")).jobId();

        long watermark = awaitWatermark(job, "window-sum", beganMs + 2_000);
        assertThat(watermark).as("the clock less the bound").isLessThanOrEqualTo(System.currentTimeMillis() - 500);
        assertThat(cluster.client().watermarks(job).getWaitsList()).anySatisfy(wait -> {
            assertThat(wait.getOperator()).isEqualTo("window-sum");
            assertThat(wait.getSentence()).contains("is driven by idle clock");
        });
        cancel(job);
    }

    @Test
    void trW6_whenTheBoundedSourceOfAnAlignmentGroupEndsTheOtherGoesOn() throws Exception {
        StreamExecutionEnvironment env = environment();
        WatermarkStrategy<Long> aligned =
                bounded().withWatermarkAlignment("both", Duration.ofSeconds(1), Duration.ofMillis(100));
        env.fromSource(DatagenSource.of(50, number -> number * 10), aligned, "bounded")
                .sinkTo(numbersTo("few"));
        env.fromSource(DatagenSource.unbounded(number -> number * 1_000).withRatePerSecond(1_000), aligned, "endless")
                .sinkTo(numbersTo("many"));
        String job = cluster.submit(env.buildPlan("ends in group")).jobId();

        // Far more than it overshoots the drift by until it first hears of its group.
        assertThat(awaitWatermark(job, "endless", 5_000_000)).isPositive();
        cancel(job);
    }

    /** Files to follow; those whose name begins with "full" have a line. */
    private Source<Long, ?> files(String... names) throws IOException {
        Path readings = Files.createDirectories(directory.resolve("readings"));
        for (String name : names) {
            Files.writeString(readings.resolve(name), name.startsWith("full") ? System.currentTimeMillis() + "\n" : "");
        }
        return new FollowedFiles.Following(readings.toString());
    }
}
