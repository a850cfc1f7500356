package io.tidemark.bench.sidebyside;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.bench.workload.Latency;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.knowm.xchart.CategoryChart;

class ReportTest {
    private final List<Run> runs = new ArrayList<>();

    @Test
    void a_median_of_an_even_number_of_runs_is_between_the_two_in_the_middle() {
        run("flink", "default", 1e6, null);
        run("flink", "default", 4e6, null);
        run("flink", "default", 2e6, null);
        run("flink", "default", 9e6, null);

        assertThat(Report.of(runs)).contains("| W1 | flink | default | 4 | 3.00 | 1.00 | 9.00 | 512 |");
    }

    @Test
    void each_engine_is_compared_at_its_better_setting() {
        run("tidemark", "default", 8e6, null);
        run("tidemark", "parallel", 6e6, null);
        run("flink", "default", 1e6, null);
        run("flink", "parallel", 2e6, null);

        assertThat(Report.of(runs)).contains("| W1 | default | flink | parallel | 4.00 |");
    }

    @Test
    void a_setting_that_was_only_tried_is_not_what_an_engine_is_compared_at() {
        run("flink", "default", 9e6, null);
        run("flink", "parallel", 1e6, null);
        run("flink", "parallel", 2e6, null);
        run("tidemark", "default", 6e6, null);

        assertThat(Report.of(runs)).contains("| W1 | default | flink | parallel | 4.00 |");
    }

    @Test
    void a_loop_on_one_thread_is_compared_with_half_of_what_two_cores_do() {
        run("tidemark", "default", 8e6, null);
        run("plain", "default", 4e6, null);

        assertThat(Report.of(runs)).contains("| W1 | default | plain, per core | default | 1.00 |");
    }

    @Test
    void a_void_run_counts_for_nothing_and_is_told() {
        run("flink", "default", 1e6, null);
        run("flink", "default", 100e6, "gave nothing");

        assertThat(Report.of(runs))
                .contains("| W1 | flink | default | 1 | 1.00 | 1.00 | 1.00 | 512 |")
                .anyMatch(line -> line.contains("Void: W1 on flink (default), run 2, gave nothing"));
    }

    @Test
    void a_run_is_the_same_once_read_from_its_line() {
        run("flink", "default", 1e6, "a \"quoted\" reason");

        assertThat(Run.fromJson(runs.get(0).toJson())).isEqualTo(runs.get(0));
    }

    @Test
    void latencies_stand_in_a_table_of_their_own() {
        runs.add(new Run("W7-1s", "jet", "default", 1, 100, 1, 100, 1, 2, 512, new Latency(50, 10, 20, 30), null));
        runs.add(new Run("W7-1s", "jet", "default", 2, 100, 1, 100, 1, 2, 512, new Latency(50, 12, 24, 90), null));

        assertThat(Report.of(runs)).contains("| W7-1s | jet | default | 2 | 11.0 | 22.0 | 60.0 | 90.0 |");
        assertThat(Report.best(runs)).isEmpty();
    }

    @Test
    void a_chart_has_a_bar_for_each_engine_and_workload_at_the_better_setting() {
        run("tidemark", "default", 8e6, null);
        run("flink", "default", 1e6, null);
        run("flink", "parallel", 2e6, null);

        CategoryChart chart = Chart.of(Report.best(runs));

        assertThat(chart.getSeriesMap()).containsOnlyKeys("tidemark", "flink");
        assertThat(chart.getSeriesMap().get("flink").getXData()).hasToString("[W1]");
        assertThat(chart.getSeriesMap().get("flink").getYData()).hasToString("[2.0]");
    }

    @Test
    void a_chart_is_written_as_svg(@TempDir Path directory) throws Exception {
        run("tidemark", "default", 8e6, null);
        Path svg = directory.resolve("chart.svg");

        Chart.write(Report.best(runs), svg);

        assertThat(Files.readString(svg)).contains("<svg");
    }

    private void run(String engine, String setting, double rate, String failure) {
        runs.add(new Run(
                "W1", engine, setting, runs.size() + 1, 20_000_000, 20e6 / rate, rate, 1, 2, 512, null, failure));
    }
}
