package io.tidemark.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.operator.SplitAssignment;
import io.tidemark.testing.HandSource.At;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Watermarks before the end of the interval, since there is nothing more to read. */
class CaughtUpTest {
    private static final Configuration WHEN_CAUGHT_UP =
            Configuration.empty().with(JobOptions.AUTO_WATERMARK_WHEN_CAUGHT_UP, true);

    private static OperatorHarness source(HandSource source, Configuration options) {
        OperatorHarness harness = OperatorHarness.of(
                        new OperatorSpec.SourceReaderSpec(source, WatermarkStrategy.forMonotonousTimestamps()))
                .configuration(options)
                .startingAtMs(1_000)
                .open();
        harness.record(new SplitAssignment<>(0, new HandSource.Split("a", 0)));
        harness.end();
        return harness;
    }

    private static HandSource handSource() {
        return new HandSource(UUID.randomUUID().toString(), false, List.of());
    }

    @Test
    void aSourceThatHasCaughtUpEmitsItsWatermarkAtOnceAndABurstMakesOne() {
        HandSource source = handSource();
        try (OperatorHarness harness = source(source, WHEN_CAUGHT_UP)) {
            source.content().add("a", new At("x", 1), new At("y", 100), new At("z", 2));
            harness.run();
            assertThat(harness.take()).containsExactly("x@1", "y@100", "z@2", "WM(99)");
        }
    }

    @Test
    void aSourceThatKeepsCatchingUpEmitsOnceAMillisecond() {
        HandSource source = handSource();
        try (OperatorHarness harness = source(source, WHEN_CAUGHT_UP)) {
            source.content().add("a", new At("x", 1));
            harness.run();
            source.content().add("a", new At("y", 2));
            harness.run();
            assertThat(harness.take()).containsExactly("x@1", "WM(0)", "y@2");
            harness.processingTime(1_001);
            assertThat(harness.take()).containsExactly("WM(1)");
        }
    }

    @Test
    void anAssignerThatHasCaughtUpEmitsItsWatermarkAtOnce() {
        WatermarkStrategy<String> strategy = WatermarkStrategy.forMonotonousTimestamps();
        try (OperatorHarness harness = OperatorHarness.of(new OperatorSpec.TimestampsSpec(
                        strategy.withTimestampAssigner((record, previous) -> Long.parseLong(record))))
                .configuration(WHEN_CAUGHT_UP)
                .open()) {
            harness.record("7", 0);
            assertThat(harness.take()).containsExactly("7@7", "WM(6)");
        }
    }

    @Test
    void inDeterministicModePositionsAloneCount() {
        HandSource source = handSource();
        try (OperatorHarness harness = source(source, WHEN_CAUGHT_UP.with(JobOptions.DETERMINISTIC, true))) {
            source.content().add("a", new At("x", 1), new At("y", 100));
            harness.run();
            assertThat(harness.take()).containsExactly("x@1", "WM(0)", "y@100");
        }
    }

    @Test
    void withAnIntervalOfZeroNobodyHurries() {
        HandSource source = handSource();
        try (OperatorHarness harness =
                source(source, WHEN_CAUGHT_UP.with(JobOptions.AUTO_WATERMARK_INTERVAL, Duration.ZERO))) {
            source.content().add("a", new At("x", 1), new At("y", 100));
            harness.run();
            assertThat(harness.take()).containsExactly("x@1", "y@100");
        }
    }
}
