package io.tidemark.deploy.drill;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.deploy.drill.check.Findings;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.view.Json;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrillReportTest {
    private static final List<DrillReport.Step> STEPS = List.of(new DrillReport.Step(1_200, "kill -9 worker-1"));
    private static final List<Recovery> RECOVERIES =
            List.of(new Recovery("kill -9 worker-1", 1_900L, 2_300), new Recovery("kill -9 worker-2", null, 2_500));

    @Test
    void aCleanDrillSaysSo() {
        DrillReport report = DrillReport.finished("worker-kill", STEPS, RECOVERIES, 812L, Findings.none(), 20_000);

        assertThat(report.isClean()).isTrue();
        assertThat(lines(report))
                .contains(
                        "  recovery  1.9 s to the first new result, 2.3 s to the first committed one after: kill -9 worker-1",
                        "  recovery  2.5 s to the first committed one after: kill -9 worker-2",
                        "  found     812 records replayed, 0 gaps, 0 duplicates, 0 late verdicts that differ, 0 wrong results",
                        "  verdict   nothing lost, nothing twice, same verdicts");
    }

    @Test
    void whatIsWrongIsCountedAndNamed() {
        Findings found = new Findings(2, 0, 1, 0, List.of("record 7 is missing"));
        DrillReport report = DrillReport.finished("worker-kill", STEPS, RECOVERIES, 0L, found, 20_000);

        assertThat(report.isClean()).isFalse();
        assertThat(lines(report)).contains("            record 7 is missing", "  verdict   2 lost, 1 other verdicts");
    }

    @Test
    void aDrillThatDidNotComeToItsEndIsNotClean() {
        DrillReport report = DrillReport.broken("rescale", STEPS, List.of(), "waited 60 s for checkpoint 3", 70_000);

        assertThat(report.isClean()).isFalse();
        assertThat(lines(report)).containsExactly("  verdict   not carried out: waited 60 s for checkpoint 3");
    }

    @Test
    void theTableShowsTheLongestRecoveryOfEach() {
        DrillReport report = DrillReport.finished("worker-kill", STEPS, RECOVERIES, 812L, Findings.none(), 20_000);

        assertThat(DrillReport.table(List.of(report)).get(2).split("\\s{2,}"))
                .containsExactly(
                        "worker-kill",
                        "1.9 s",
                        "2.5 s",
                        "812",
                        "0",
                        "0",
                        "0",
                        "20.0 s",
                        "nothing lost, nothing twice, same verdicts");
    }

    @Test
    void theJsonHasWhatThePeopleSee() {
        DrillReport report = DrillReport.finished("worker-kill", STEPS, RECOVERIES, 812L, Findings.none(), 20_000);

        assertThat(Json.of(List.of(report)))
                .contains("\"drill\" : \"worker-kill\"", "\"newResultMs\" : 1900", "\"gaps\" : 0", "\"atMs\" : 1200")
                .doesNotContain("problem");
    }

    private static List<String> lines(DrillReport report) {
        return report.lines(new Times(ZoneOffset.UTC), 0);
    }
}
