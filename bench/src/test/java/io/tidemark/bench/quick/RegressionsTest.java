package io.tidemark.bench.quick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegressionsTest {
    private final List<QuickPiece> measured = new ArrayList<>();

    @Test
    void a_ratio_that_has_fallen_by_less_than_a_third_is_taken_at_once() throws Exception {
        List<Finding> findings = Regressions.find(remembered(0.6), each(0.41));

        assertThat(findings).noneMatch(Finding::isRegression);
        assertThat(measured).containsExactly(QuickPiece.values());
    }

    @Test
    void a_ratio_that_has_fallen_by_more_than_a_third_counts_when_it_stays_so() throws Exception {
        List<Finding> findings = Regressions.find(remembered(0.6), each(0.39));

        assertThat(findings).hasSize(4).allMatch(Finding::isRegression);
        assertThat(findings.get(0).measured()).hasSize(3);
        assertThat(findings.get(0)).asString().contains("W1: 0.39", "at least 0.40", "SLOWER");
    }

    @Test
    void a_ratio_that_is_right_when_measured_again_was_disturbed() throws Exception {
        Iterator<Double> ratios = List.of(0.1, 0.58, 0.6, 0.6, 0.6).iterator();

        assertThat(Regressions.find(remembered(0.6), piece -> ratios.next())).noneMatch(Finding::isRegression);
        assertThat(ratios).isExhausted();
    }

    @Test
    void a_new_baseline_has_the_median_of_each_piece() throws Exception {
        Iterator<Double> ratios = List.of(0.9, 0.1, 0.5, 1.0, 1.1, 1.2, 0.2, 0.2, 0.2, 0.3, 0.3, 0.4)
                .iterator();

        assertThat(Regressions.baseline(piece -> ratios.next()).ratios())
                .containsExactly(
                        Map.entry(QuickPiece.W1, 0.5),
                        Map.entry(QuickPiece.W2, 1.1),
                        Map.entry(QuickPiece.W3, 0.2),
                        Map.entry(QuickPiece.W5, 0.3));
    }

    @Test
    void a_baseline_is_the_same_once_read_and_keeps_its_comments(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("baseline.properties");
        Files.writeString(file, "# why\nW1=9.00\n");

        remembered(0.6).write(file);

        assertThat(Baseline.read(file)).isEqualTo(remembered(0.6));
        assertThat(file).hasContent("# why\nW1=0.60\nW2=0.60\nW3=0.60\nW5=0.60\n");
    }

    @Test
    void a_baseline_without_a_piece_says_which_and_what_to_do(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("baseline.properties");
        Files.writeString(file, "W1=0.5\nW3=0.5\nW5=0.5\n");

        assertThatThrownBy(() -> Baseline.read(file)).hasMessageContaining("no ratio for W2", "bench/quick --renew");
    }

    private Regressions.Ratios each(double ratio) {
        return piece -> {
            measured.add(piece);
            return ratio;
        };
    }

    private static Baseline remembered(double ratio) {
        Map<QuickPiece, Double> ratios = new EnumMap<>(QuickPiece.class);
        for (QuickPiece piece : QuickPiece.values()) {
            ratios.put(piece, ratio);
        }
        return new Baseline(ratios);
    }
}
