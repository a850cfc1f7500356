package io.tidemark.bench.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.bench.workload.Tally;
import io.tidemark.bench.workload.Workload;
import io.tidemark.bench.workload.plain.PlainEngine;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunProcessTest {
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

    @Test
    void a_process_tells_what_it_counted_and_how_large_it_was() throws Exception {
        Outcome outcome = RunProcess.run(contest("plain"), LONG_ENOUGH);

        assertThat(outcome.tally()).isEqualTo(new PlainEngine().run(Workload.W1, 1000));
        assertThat(outcome.seconds()).isPositive();
        assertThat(outcome.peakRssKiB()).isPositive();
    }

    @Test
    void a_process_that_fails_is_a_failed_run_with_what_it_said() {
        assertThatThrownBy(() -> RunProcess.run(contest("nothing-of-the-kind"), LONG_ENOUGH))
                .isInstanceOf(FailedRunException.class)
                .hasMessageContaining("no engine nothing-of-the-kind on the class path");
    }

    @Test
    void a_process_that_takes_too_long_is_ended() {
        assertThatThrownBy(() -> RunProcess.run(contest("plain"), Duration.ofMillis(1)))
                .isInstanceOf(FailedRunException.class)
                .hasMessageContaining("took longer");
    }

    @Test
    void other_results_than_the_plain_loops_void_a_run() {
        Outcome outcome = new Outcome(1, new Tally(3, 4), 1024, null);

        assertThat(Run.measured(contest("flink"), 1, outcome, new Tally(3, 4)).isValid())
                .isTrue();
        assertThat(Run.measured(contest("flink"), 1, outcome, new Tally(3, 5)).isValid())
                .isFalse();
    }

    private static Contest contest(String engine) {
        return new Contest(Workload.W1, engine, System.getProperty("java.class.path"), JvmSetting.DEFAULT, 1000);
    }
}
