package io.tidemark.worker.advice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class DelayProfileTest {
    private static final List<Long> DELAYS = List.of(0L, 3L, 5L, 20L);

    private static DelayAdvice of(WindowShape windows, long intervalMs, List<Integer> timestamps) {
        DelayProfile profile = new DelayProfile(DELAYS, intervalMs, windows);
        timestamps.forEach(profile::add);
        return profile.advice();
    }

    /** One delay, looked at as a window operator would: a watermark, the windows that have fired, and nothing clever. */
    private static DelayOutcome oracle(WindowShape windows, long intervalMs, long delayMs, List<Integer> timestamps) {
        long watermark = Long.MIN_VALUE;
        long candidate = Long.MIN_VALUE;
        long late = 0;
        long dropped = 0;
        long fired = 0;
        long waitMs = 0;
        Set<Long> open = new HashSet<>();
        for (int timestamp : timestamps) {
            late += timestamp <= watermark ? 1 : 0;
            boolean anyWindow = false;
            boolean taken = false;
            for (long start = -200; start <= timestamp; start++) {
                if (Math.floorMod(start, windows.slideMs()) == 0 && start + windows.sizeMs() > timestamp) {
                    anyWindow = true;
                    if (start + windows.sizeMs() - 1 > watermark) {
                        taken = true;
                        open.add(start);
                    }
                }
            }
            dropped += anyWindow && !taken ? 1 : 0;
            candidate = Math.max(candidate, timestamp - delayMs);
            if (watermark == Long.MIN_VALUE || candidate > watermark + intervalMs) {
                watermark = candidate;
                for (long start : List.copyOf(open)) {
                    long firesAt = start + windows.sizeMs() - 1;
                    if (firesAt <= watermark) {
                        open.remove(start);
                        fired++;
                        waitMs += watermark + delayMs - firesAt;
                    }
                }
            }
        }
        return new DelayOutcome(delayMs, late, dropped, fired, waitMs);
    }

    @Property(tries = 2_000)
    void allDelaysInOnePassComeToWhatEachComesToByItself(
            @ForAll @Size(max = 40) List<@IntRange(min = 0, max = 100) Integer> timestamps,
            @ForAll @IntRange(min = 1, max = 30) int sizeMs,
            @ForAll @IntRange(min = 1, max = 30) int slideMs,
            @ForAll @IntRange(min = 0, max = 8) int intervalMs) {
        WindowShape windows = new WindowShape(sizeMs, slideMs);
        assertThat(of(windows, intervalMs, timestamps).outcomes())
                .containsExactlyElementsOf(DELAYS.stream()
                        .map(delay -> oracle(windows, intervalMs, delay, timestamps))
                        .toList());
    }

    @Property(tries = 500)
    void theLeastDelayThatIsSaidToLoseNothingLosesNothingAndOneLessDoes(
            @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 0, max = 100) Integer> timestamps) {
        WindowShape windows = new WindowShape(10, 10);
        DelayAdvice advice = of(windows, 0, timestamps);
        long noDrop = advice.leastWithoutDrop();
        long noLate = advice.leastWithoutLate();
        assertThat(oracle(windows, 0, noDrop, timestamps).dropped()).isZero();
        assertThat(oracle(windows, 0, noLate, timestamps).late()).isZero();
        if (noDrop > 0) {
            assertThat(oracle(windows, 0, noDrop - 1, timestamps).dropped()).isPositive();
        }
        if (noLate > 0) {
            assertThat(oracle(windows, 0, noLate - 1, timestamps).late()).isPositive();
        }
    }

    @Test
    void rowsWithoutATimestampAreCountedApart() {
        DelayProfile profile = new DelayProfile(DELAYS, 0, new WindowShape(10, 10));
        profile.add(Long.MIN_VALUE);
        profile.add(5);
        assertThat(profile.advice().rowsWithoutTimestamp()).isEqualTo(1);
        assertThat(profile.advice().rows()).isEqualTo(1);
    }

    @Test
    void rowsBetweenWindowsAreInNoneAndNotDropped() {
        DelayAdvice advice = of(new WindowShape(2, 10), 0, List.of(0, 50, 7));
        assertThat(advice.inNoWindow()).isEqualTo(1);
        assertThat(advice.outcomes().get(0).dropped()).isZero();
        assertThat(advice.outcomes().get(0).late()).isEqualTo(1);
    }

    @Test
    void severalSequencesAreLateByTheLeastOfThem() {
        DelayProfile profile = new DelayProfile(DELAYS, 0, new WindowShape(10, 10));
        profile.add(100, Long.MIN_VALUE);
        profile.add(50, Long.MIN_VALUE);
        profile.add(48, 50);
        assertThat(profile.advice().outcomes().get(0).late()).isEqualTo(1);
        assertThat(profile.advice().outcomes().get(1).late()).isZero();
    }

    @Test
    void partsOfAnInputAddUp() {
        DelayAdvice one = of(new WindowShape(10, 10), 0, List.of(0, 30, 5));
        DelayAdvice other = of(new WindowShape(10, 10), 0, List.of(0, 60, 5, 6));
        DelayAdvice both = one.plus(other);
        assertThat(both.rows()).isEqualTo(7);
        assertThat(both.outcomes().get(0).dropped()).isEqualTo(3);
        assertThat(both.leastWithoutDrop()).isEqualTo(other.leastWithoutDrop());
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatThrownBy(() -> new DelayProfile(List.of(), 0, new WindowShape(1, 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new DelayProfile(List.of(-1L), 0, new WindowShape(1, 1)))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new WindowShape(0, 1)).isInstanceOf(IllegalArgumentException.class);
    }
}
