package io.tidemark.worker.advice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DelaySamplingTest {
    private static final long KEEP_MS = 15_000;

    private final DelaySampling sampling = new DelaySampling();

    private static DelayQuestion question(long delayMs) {
        return new DelayQuestion(List.of(delayMs), 0, new WindowShape(10, 10));
    }

    @Test
    void theSameQuestionAgainGoesOnWithWhatWasBegun() {
        assertThat(sampling.ask(question(0), KEEP_MS, 1_000).advice().rows()).isZero();
        sampling.add(5);
        sampling.add(5);
        DelayReport report = sampling.ask(question(0), KEEP_MS, 4_000);
        assertThat(report.watchedMs()).isEqualTo(3_000);
        assertThat(report.advice().outcomes().get(0).late()).isEqualTo(1);
    }

    @Test
    void anotherQuestionBeginsAnew() {
        sampling.ask(question(0), KEEP_MS, 1_000);
        sampling.add(5);
        assertThat(sampling.ask(question(7), KEEP_MS, 4_000))
                .isEqualTo(new DelayReport(0, new DelayProfile(List.of(7L), 0, new WindowShape(10, 10)).advice()));
    }

    @Test
    void itEndsWhenNobodyAsksAnyMore() {
        sampling.ask(question(0), KEEP_MS, 1_000);
        assertThat(sampling.tend(1_000 + KEEP_MS)).isTrue();
        assertThat(sampling.tend(1_001 + KEEP_MS)).isFalse();
    }
}
