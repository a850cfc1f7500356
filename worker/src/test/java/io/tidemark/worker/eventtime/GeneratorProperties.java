package io.tidemark.worker.eventtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.eventtime.AscendingTimestampsWatermarks;
import io.tidemark.api.eventtime.BoundedOutOfOrdernessWatermarks;
import io.tidemark.api.eventtime.PositionalWatermarks;
import io.tidemark.api.eventtime.RestorableWatermarkGenerator;
import io.tidemark.api.eventtime.RowTimeWatermarks;
import io.tidemark.api.eventtime.WatermarkStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;

/** Generators and idleness under any history, against oracles that look at all of it at once: rows G, J10, TM-1. */
final class GeneratorProperties {
    private static final long TICK = Long.MIN_VALUE;

    /** Timestamps of records, with ticks between them. */
    @Provide
    Arbitrary<List<Long>> steps() {
        return Arbitraries.frequencyOf(
                        Tuple.of(6, Arbitraries.longs().between(-50, 200)),
                        Tuple.of(3, Arbitraries.just(TICK)),
                        Tuple.of(1, Arbitraries.of(Long.MIN_VALUE + 1, Long.MAX_VALUE - 1)))
                .list()
                .ofMaxSize(40);
    }

    /** What comes out after each step: a watermark, or none. A snapshot may be taken and restored before any step. */
    private static List<OptionalLong> run(
            Supplier<RestorableWatermarkGenerator<Object>> maker, List<Long> steps, int restoredBefore) {
        List<OptionalLong> said = new ArrayList<>();
        GeneratorTime time = new GeneratorTime("", maker.get(), -1, (changed, before) -> {});
        for (int i = 0; i < steps.size(); i++) {
            if (i == restoredBefore) {
                GeneratorMemory memory = time.memory();
                time = new GeneratorTime("", maker.get(), -1, (changed, before) -> {});
                time.restore(memory);
            }
            long before = time.watermark();
            if (steps.get(i) == TICK) {
                time.onPeriodicEmit();
            } else {
                time.beforeRecord();
                time.afterRecord("record", steps.get(i));
            }
            said.add(time.watermark() > before ? OptionalLong.of(time.watermark()) : OptionalLong.empty());
        }
        return said;
    }

    private static long newest(List<Long> steps) {
        return steps.stream()
                .filter(step -> step != TICK)
                .mapToLong(Long::longValue)
                .max()
                .orElse(Long.MIN_VALUE);
    }

    private static long lastOf(List<OptionalLong> said) {
        return said.stream()
                .filter(OptionalLong::isPresent)
                .mapToLong(OptionalLong::getAsLong)
                .reduce(Long.MIN_VALUE, (first, second) -> second);
    }

    /** The newest timestamp less so much, or the beginning of time. */
    private static long candidate(List<Long> steps, long less) {
        long newest = newest(steps);
        return newest < Long.MIN_VALUE + less ? Long.MIN_VALUE : newest - less;
    }

    /** Whether it is more than the interval above the last; the first always is. */
    private static boolean isFar(long candidate, long last, long interval) {
        return candidate > Long.MIN_VALUE
                && (last == Long.MIN_VALUE || (last <= Long.MAX_VALUE - interval && candidate > last + interval));
    }

    @Property(tries = 1500)
    void g1_g2_g7_tm1_bounded(
            @ForAll("steps") List<Long> steps,
            @ForAll @IntRange(max = 30) int delay,
            @ForAll @IntRange(max = 40) int restoredBefore) {
        List<OptionalLong> expected = new ArrayList<>();
        for (int n = 1; n <= steps.size(); n++) {
            long candidate = candidate(steps.subList(0, n), delay + 1L);
            boolean emits = steps.get(n - 1) == TICK && candidate > lastOf(expected);
            expected.add(emits ? OptionalLong.of(candidate) : OptionalLong.empty());
        }
        assertThat(run(() -> new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(delay)), steps, restoredBefore))
                .isEqualTo(expected);
        if (delay == 0) {
            assertThat(run(AscendingTimestampsWatermarks::new, steps, restoredBefore))
                    .isEqualTo(expected);
        }
    }

    @Property(tries = 1500)
    void j10_tm10_tm1_rowTime(
            @ForAll("steps") List<Long> steps,
            @ForAll @IntRange(max = 30) int delay,
            @ForAll @IntRange(max = 50) int interval,
            @ForAll @IntRange(max = 40) int restoredBefore) {
        List<OptionalLong> expected = new ArrayList<>();
        for (int n = 1; n <= steps.size(); n++) {
            long candidate = candidate(steps.subList(0, n), delay);
            long last = lastOf(expected);
            boolean emits = steps.get(n - 1) == TICK ? candidate > last : isFar(candidate, last, interval);
            expected.add(emits ? OptionalLong.of(candidate) : OptionalLong.empty());
        }
        assertThat(run(
                        () -> new RowTimeWatermarks<>(Duration.ofMillis(delay), Duration.ofMillis(interval)),
                        steps,
                        restoredBefore))
                .isEqualTo(expected);
    }

    @Property(tries = 1500)
    void tm18_tm1_inDeterministicModePositionAloneCounts(
            @ForAll("steps") List<Long> steps,
            @ForAll @IntRange(max = 30) int delay,
            @ForAll @IntRange(max = 50) int interval,
            @ForAll @IntRange(max = 40) int restoredBefore) {
        List<OptionalLong> expected = new ArrayList<>();
        for (int n = 1; n <= steps.size(); n++) {
            long candidate = candidate(steps.subList(0, n), delay + 1L);
            boolean emits = steps.get(n - 1) != TICK && isFar(candidate, lastOf(expected), interval);
            expected.add(emits ? OptionalLong.of(candidate) : OptionalLong.empty());
        }
        assertThat(run(
                        () -> new PositionalWatermarks<>(
                                new BoundedOutOfOrdernessWatermarks<>(Duration.ofMillis(delay)),
                                Duration.ofMillis(interval)),
                        steps,
                        restoredBefore))
                .isEqualTo(expected);
    }

    /** Looks that found nothing, and records, at times that never go back. */
    record Look(int afterMs, boolean findsRecord) {}

    @Provide
    Arbitrary<List<Look>> looks() {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 40),
                        Arbitraries.integers().between(0, 4))
                .as((afterMs, kind) -> new Look(afterMs, kind == 0))
                .list()
                .ofMaxSize(40);
    }

    @Property(tries = 1500)
    void g6_trW4_aSplitIsIdleWhenAllLooksOverTheTimeOutFoundNothing(
            @ForAll("looks") List<Look> looks, @ForAll @IntRange(min = 1, max = 100) int timeoutMs) {
        GeneratorTime time = new GeneratorTime(
                "split", WatermarkStrategy.noWatermarks().createWatermarkGenerator(null), timeoutMs, (c, b) -> {});
        List<Long> emptySinceLastRecord = new ArrayList<>();
        long nowMs = 0;
        for (Look look : looks) {
            nowMs += look.afterMs;
            if (look.findsRecord) {
                emptySinceLastRecord.clear();
                time.beforeRecord();
            } else {
                emptySinceLastRecord.add(nowMs);
                time.onNothing(nowMs);
            }
            long latest = nowMs;
            boolean expected = emptySinceLastRecord.stream().anyMatch(at -> latest - at >= timeoutMs);
            assertThat(time.isIdle()).as("%s", looks).isEqualTo(expected);
        }
    }
}
