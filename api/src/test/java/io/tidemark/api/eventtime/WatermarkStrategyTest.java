package io.tidemark.api.eventtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.plan.PlanObjects;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class WatermarkStrategyTest {

    private static TimestampAssigner<Long> assignerOf(WatermarkStrategy<Long> strategy) {
        return strategy.createTimestampAssigner(WatermarkStrategyTest.class::getClassLoader);
    }

    private static WatermarkGenerator<Long> generatorOf(WatermarkStrategy<Long> strategy) {
        return strategy.createWatermarkGenerator(WatermarkStrategyTest.class::getClassLoader);
    }

    @Test
    void withoutAnAssignerARecordKeepsTheTimestampItHas() {
        WatermarkStrategy<Long> strategy = WatermarkStrategy.forMonotonousTimestamps();

        assertThat(assignerOf(strategy).extractTimestamp(1L, 77)).isEqualTo(77);
    }

    @Test
    void theOrderInWhichAssignerAndIdlenessAreSetDoesNotMatter() {
        Duration timeout = Duration.ofSeconds(3);
        WatermarkStrategy<Long> bounded = WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofMillis(5));
        WatermarkStrategy<Long> one =
                bounded.withIdleness(timeout).withTimestampAssigner((value, previous) -> value * 2);
        WatermarkStrategy<Long> other =
                bounded.withTimestampAssigner((value, previous) -> value * 2).withIdleness(timeout);

        for (WatermarkStrategy<Long> strategy : java.util.List.of(one, other)) {
            assertThat(strategy.idleTimeout()).contains(timeout);
            assertThat(assignerOf(strategy).extractTimestamp(21L, 0)).isEqualTo(42);
            assertThat(generatorOf(strategy)).isInstanceOf(BoundedOutOfOrdernessWatermarks.class);
        }
        assertThat(bounded.idleTimeout()).isEmpty();
    }

    @Test
    void anAssignerCanBeMadeInTheTask() {
        WatermarkStrategy<Long> strategy = WatermarkStrategy.<Long>noWatermarks()
                .withTimestampAssigner(context -> (value, previous) -> value + previous);

        assertThat(assignerOf(strategy).extractTimestamp(1L, 2)).isEqualTo(3);
    }

    @Test
    void aStrategyComesThroughThePlan() {
        WatermarkStrategy<Long> strategy = WatermarkStrategy.<Long>forGenerator(
                        context -> new RecordPositionWatermarks<>(Duration.ZERO, Duration.ZERO))
                .withTimestampAssigner((value, previous) -> value)
                .withIdleness(Duration.ofSeconds(1));

        WatermarkStrategy<?> read = PlanObjects.read(
                PlanObjects.write(strategy, "test"),
                WatermarkStrategy.class,
                getClass().getClassLoader());
        assertThat(read.idleTimeout()).contains(Duration.ofSeconds(1));
        assertThat(read.createWatermarkGenerator(getClass()::getClassLoader))
                .isInstanceOf(RecordPositionWatermarks.class);
    }

    @Test
    void withoutWatermarksNothingIsEmitted() {
        Emitted emitted = new Emitted();
        WatermarkGenerator<Long> generator = generatorOf(WatermarkStrategy.noWatermarks());
        generator.onEvent(1L, 1, emitted);
        generator.onPeriodicEmit(emitted);

        assertThat(emitted.take()).isEmpty();
    }

    @Test
    void idlenessOfZeroIsRefused() {
        assertThatThrownBy(() -> WatermarkStrategy.noWatermarks().withIdleness(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("idleness must be longer than zero: PT0S");
    }
}
