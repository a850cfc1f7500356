package io.tidemark.api.eventtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class WatermarkGeneratorsTest {
    private final Emitted emitted = new Emitted();

    private void event(WatermarkGenerator<String> generator, long timestamp) {
        generator.onEvent("record", timestamp, emitted);
    }

    private List<Long> tick(WatermarkGenerator<String> generator) {
        generator.onPeriodicEmit(emitted);
        return emitted.take();
    }

    @Test
    void g1_boundedOutOfOrdernessEmitsTheNewestLessDelayLessOneAndNothingThatIsNotNew() {
        WatermarkGenerator<String> generator = new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(5));

        assertThat(tick(generator)).isEmpty();
        event(generator, 100);
        event(generator, 90);
        assertThat(tick(generator)).containsExactly(94L);
        event(generator, 103);
        assertThat(tick(generator)).containsExactly(97L);
        assertThat(tick(generator)).isEmpty();
    }

    @Test
    void g2_ascendingEmitsTheNewestLessOne() {
        WatermarkGenerator<String> generator = new AscendingTimestampsWatermarks<>();

        event(generator, 100);
        assertThat(tick(generator)).containsExactly(99L);
        event(generator, 99);
        assertThat(tick(generator)).isEmpty();
        event(generator, 101);
        assertThat(tick(generator)).containsExactly(100L);
    }

    @Test
    void g7_timesNearTheBeginningOfTimeDoNotUnderflow() {
        WatermarkGenerator<String> generator = new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(10));

        event(generator, Long.MIN_VALUE + 5);
        assertThat(tick(generator)).isEmpty();
        event(generator, Long.MIN_VALUE + 11);
        assertThat(tick(generator)).isEmpty();
        event(generator, Long.MIN_VALUE + 12);
        assertThat(tick(generator)).containsExactly(Long.MIN_VALUE + 1);
    }

    @Test
    void aRecordWithoutTimestampMovesNothing() {
        for (WatermarkGenerator<String> generator : List.<WatermarkGenerator<String>>of(
                new BoundedOutOfOrdernessWatermarks<>(Duration.ZERO),
                new RecordPositionWatermarks<>(Duration.ZERO, Duration.ZERO))) {
            event(generator, TimestampAssigner.NO_TIMESTAMP);
            assertThat(tick(generator)).isEmpty();
        }
    }

    @Test
    void recordPosition_theCandidateIsTheNewestLessDelayAndNothingElse() {
        WatermarkGenerator<String> generator =
                new RecordPositionWatermarks<>(Duration.ofMillis(5), Duration.ofMillis(10));

        event(generator, 100);
        assertThat(emitted.take()).as("the first is always emitted").containsExactly(95L);
        event(generator, 90);
        event(generator, 110);
        assertThat(emitted.take()).as("105 is 10 above 95, not more than 10").isEmpty();
        event(generator, 111);
        assertThat(emitted.take()).containsExactly(106L);
        assertThat(tick(generator)).as("the clock does nothing").isEmpty();
    }

    @Test
    void recordPosition_withoutIntervalEveryAdvanceIsEmitted() {
        WatermarkGenerator<String> generator = new RecordPositionWatermarks<>(Duration.ZERO, Duration.ZERO);

        for (long timestamp : new long[] {5, 5, 4, 6, 7, 7}) {
            event(generator, timestamp);
        }
        assertThat(emitted.take()).containsExactly(5L, 6L, 7L);
    }

    @Test
    void tm10_recordPositionStartsAtTheBeginningOfTimeAndNotIn1970() {
        WatermarkGenerator<String> generator =
                new RecordPositionWatermarks<>(Duration.ofMillis(5), Duration.ofMillis(10));

        event(generator, -1_000_000);
        assertThat(emitted.take()).containsExactly(-1_000_005L);
    }

    @Test
    void recordPosition_saturatesAtBothEndsOfTime() {
        WatermarkGenerator<String> generator =
                new RecordPositionWatermarks<>(Duration.ofMillis(10), Duration.ofMillis(Long.MAX_VALUE));

        event(generator, Long.MIN_VALUE + 3);
        assertThat(emitted.take()).as("nothing to say yet").isEmpty();
        event(generator, Long.MIN_VALUE + 11);
        assertThat(emitted.take()).containsExactly(Long.MIN_VALUE + 1);
        event(generator, 0);
        assertThat(emitted.take()).as("less than the interval ahead").isEmpty();
        event(generator, Long.MAX_VALUE);
        assertThat(emitted.take()).as("more than the interval ahead").containsExactly(Long.MAX_VALUE - 10);
    }

    @Test
    void positional_whatAGeneratorWouldSayAtATickIsSaidAfterARecord() {
        WatermarkGenerator<String> generator = new PositionalWatermarks<>(
                new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(5)), Duration.ofMillis(10));

        event(generator, 100);
        assertThat(emitted.take()).containsExactly(94L);
        event(generator, 110);
        assertThat(emitted.take()).isEmpty();
        assertThat(tick(generator)).isEmpty();
        event(generator, 111);
        assertThat(emitted.take()).containsExactly(105L);
    }

    @Test
    void positional_whatAPunctuatedGeneratorSaysGoesOnAtOnceAndOnlyUpwards() {
        WatermarkGenerator<String> punctuated = new WatermarkGenerator<>() {
            @Override
            public void onEvent(String event, long eventTimestamp, WatermarkOutput output) {
                output.emitWatermark(new Watermark(eventTimestamp));
            }

            @Override
            public void onPeriodicEmit(WatermarkOutput output) {}
        };
        WatermarkGenerator<String> generator = new PositionalWatermarks<>(punctuated, Duration.ofMillis(10));

        for (long timestamp : new long[] {5, 6, 3, 6, 7}) {
            event(generator, timestamp);
        }
        assertThat(emitted.take()).containsExactly(5L, 6L, 7L);
    }

    @Property
    void aRestoredGeneratorGoesOnAsIfNothingHadHappened(
            @ForAll List<@LongRange(min = -50, max = 50) Long> timestamps,
            @ForAll @IntRange(max = 5) int delayMs,
            @ForAll @IntRange(max = 5) int intervalMs,
            @ForAll @IntRange(max = 3) int kind) {
        List<Long> undisturbed = run(timestamps, kind, delayMs, intervalMs, false);
        assertThat(run(timestamps, kind, delayMs, intervalMs, true)).isEqualTo(undisturbed);
        assertThat(undisturbed).as("never goes back").isSorted().doesNotHaveDuplicates();
    }

    /** Ticks after every third record; restores into a new generator after every record if asked to. */
    private List<Long> run(List<Long> timestamps, int kind, int delayMs, int intervalMs, boolean restores) {
        List<Long> all = new ArrayList<>();
        RestorableWatermarkGenerator<String> generator = create(kind, delayMs, intervalMs);
        for (int i = 0; i < timestamps.size(); i++) {
            event(generator, timestamps.get(i));
            all.addAll(emitted.take());
            if (i % 3 == 0) {
                all.addAll(tick(generator));
            }
            if (restores) {
                long[] memory = generator.snapshot();
                generator = create(kind, delayMs, intervalMs);
                generator.restore(memory);
            }
        }
        return all;
    }

    private static RestorableWatermarkGenerator<String> create(int kind, int delayMs, int intervalMs) {
        Duration delay = Duration.ofMillis(delayMs);
        Duration interval = Duration.ofMillis(intervalMs);
        return switch (kind) {
            case 0 -> new BoundedOutOfOrdernessWatermarks<>(delay);
            case 1 -> new AscendingTimestampsWatermarks<>();
            case 2 -> new RecordPositionWatermarks<>(delay, interval);
            default -> new PositionalWatermarks<>(new BoundedOutOfOrdernessWatermarks<>(delay), interval);
        };
    }

    @Property
    void boundedEqualsTheRuleWrittenDown(
            @ForAll List<@LongRange(min = -50, max = 50) Long> timestamps, @ForAll @IntRange(max = 5) int delayMs) {
        WatermarkGenerator<String> generator = new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(delayMs));
        long newest = Long.MIN_VALUE;
        for (long timestamp : timestamps) {
            boolean isNewer = timestamp > newest;
            newest = Math.max(newest, timestamp);
            event(generator, timestamp);
            assertThat(tick(generator)).isEqualTo(isNewer ? List.of(newest - delayMs - 1) : List.of());
        }
    }

    @Test
    void aNegativeDelayIsAnErrorThatNamesIt() {
        assertThatThrownBy(() -> WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxOutOfOrderness is negative: PT-1S");
        assertThatThrownBy(() -> WatermarkStrategy.forRecordPosition(Duration.ZERO, Duration.ofMillis(-1)))
                .hasMessage("interval is negative: PT-0.001S");
    }
}
