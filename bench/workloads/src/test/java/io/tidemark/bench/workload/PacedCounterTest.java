package io.tidemark.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PacedCounterTest {
    private static final long SECOND_US = 1_000_000;

    private final PacedCounter counter = new PacedCounter();

    @AfterEach
    void clearTheBoards() {
        TallyBoard.take();
        LatencyBoard.take();
    }

    @Test
    void results_of_the_first_five_seconds_are_counted_but_their_latency_is_left_out() {
        for (long second = 1; second <= 10; second++) {
            counter.add(second * 1000, 7, 2, 5, second * SECOND_US + second);
        }
        counter.publish();

        assertThat(TallyBoard.take()).isEqualTo(new Tally(20, 10 * PacedWindowSums.checksum(7, 2, 5)));
        assertThat(LatencyBoard.take()).isEqualTo(new Latency(5, 0.008, 0.010, 0.010));
    }

    @Test
    void a_window_that_the_end_of_the_input_cut_short_has_no_latency() {
        counter.add(1000, 7, 1, 1, SECOND_US);
        counter.add(9000, 7, 1, 1, 8 * SECOND_US);
        counter.publish();

        assertThat(LatencyBoard.take()).isNull();
    }

    @Test
    void the_checksum_does_not_depend_on_how_events_fall_into_windows() {
        counter.add(1000, 7, 3, 12, SECOND_US);
        counter.publish();
        Tally together = TallyBoard.take();
        counter.add(1000, 7, 1, 5, SECOND_US);
        counter.add(2000, 7, 2, 7, 2 * SECOND_US);
        counter.publish();

        assertThat(TallyBoard.take()).isEqualTo(together);
    }

    @Test
    void a_percentile_is_the_least_latency_that_so_many_results_do_not_exceed() {
        long[] latenciesUs = new long[10_000];
        for (int i = 0; i < latenciesUs.length; i++) {
            latenciesUs[i] = (latenciesUs.length - i) * 1000L;
        }

        assertThat(Latency.of(latenciesUs)).isEqualTo(new Latency(10_000, 5000, 9900, 9999));
    }
}
