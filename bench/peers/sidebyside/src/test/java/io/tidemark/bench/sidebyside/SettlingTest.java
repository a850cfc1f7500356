package io.tidemark.bench.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.bench.workload.Latency;
import io.tidemark.bench.workload.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettlingTest {
    private static final Contest TIDEMARK_DEFAULT = contest("W1", "tidemark", JvmSetting.DEFAULT);
    private static final Contest TIDEMARK_PARALLEL = contest("W1", "tidemark", JvmSetting.PARALLEL);
    private static final Contest FLINK_DEFAULT = contest("W1", "flink", JvmSetting.DEFAULT);
    private static final Contest FLINK_PARALLEL = contest("W1", "flink", JvmSetting.PARALLEL);
    private static final List<Contest> ALL =
            List.of(TIDEMARK_DEFAULT, FLINK_DEFAULT, TIDEMARK_PARALLEL, FLINK_PARALLEL);

    @Test
    void each_engine_goes_on_under_the_setting_that_served_it_better() {
        List<Run> runs = List.of(
                run(TIDEMARK_DEFAULT, 5, null),
                run(TIDEMARK_PARALLEL, 4, null),
                run(FLINK_DEFAULT, 1, null),
                run(FLINK_PARALLEL, 2, null));

        assertThat(Settling.settle(ALL, runs)).containsExactly(TIDEMARK_DEFAULT, FLINK_PARALLEL);
    }

    @Test
    void a_setting_under_which_all_runs_are_void_is_given_up() {
        List<Run> runs = List.of(run(TIDEMARK_DEFAULT, 5, "gave nothing"), run(TIDEMARK_PARALLEL, 1, null));

        assertThat(Settling.settle(List.of(TIDEMARK_DEFAULT, TIDEMARK_PARALLEL), runs))
                .containsExactly(TIDEMARK_PARALLEL);
    }

    @Test
    void an_engine_without_a_valid_run_keeps_both() {
        assertThat(Settling.settle(ALL, List.of())).isEqualTo(ALL);
    }

    @Test
    void where_latency_is_asked_for_the_lower_99th_percentile_serves_better() {
        Contest quick = contest("W7-1s", "jet", JvmSetting.DEFAULT);
        Contest slow = contest("W7-1s", "jet", JvmSetting.PARALLEL);
        List<Run> runs = List.of(
                new Run("W7-1s", "jet", "default", 1, 100, 1, 100, 1, 2, 512, new Latency(50, 9, 20, 90), null),
                new Run("W7-1s", "jet", "parallel", 1, 100, 1, 200, 1, 2, 512, new Latency(50, 8, 21, 30), null));

        assertThat(Settling.settle(List.of(slow, quick), runs)).containsExactly(quick);
    }

    private static Contest contest(String workload, String engine, JvmSetting setting) {
        return new Contest(Workload.of(workload), engine, "", setting, 100);
    }

    private static Run run(Contest contest, double rate, String failure) {
        return new Run(
                contest.workload().id(),
                contest.engine(),
                contest.setting().title(),
                1,
                100,
                100 / rate,
                rate,
                1,
                2,
                512,
                null,
                failure);
    }
}
