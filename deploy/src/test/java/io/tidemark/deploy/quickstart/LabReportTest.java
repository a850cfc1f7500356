package io.tidemark.deploy.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.network.proto.LateRecordsReply;
import io.tidemark.network.proto.OperatorLate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabReportTest {
    @TempDir
    Path directory;

    @Test
    void keptRowsAreCountedFromTheResultsAndLateOnesFromTheCounters() {
        List<String> rows = List.of("12:00,12:01,s1,4,178", "12:00,12:01,s2,3,140");
        LateRecordsReply late = LateRecordsReply.newBuilder()
                .addOperators(OperatorLate.newBuilder().setNode(1).putCounters("late-by-watermark", 98))
                .addOperators(OperatorLate.newBuilder().setNode(2).setDropped(1).setSentAside(15))
                .build();

        assertThat(LabOutcome.of(LabDelay.FIVE_SECONDS, rows, late))
                .isEqualTo(new LabOutcome(LabDelay.FIVE_SECONDS, 7, 16, 98, 2, 318));
    }

    @Test
    void theRunsStandAboveTheBaseLineWithWhatIsMissing() {
        LabOutcome five = new LabOutcome(LabDelay.FIVE_SECONDS, 585, 15, 98, 119, 31_000);
        LabOutcome baseLine = new LabOutcome(LabDelay.BASE_LINE, 600, 0, 0, 119, 32_468);

        assertThat(new LabReport(List.of(five), baseLine, directory).lines())
                .startsWith(
                        "600 readings of six sensors, in the order in which they arrived, counted and summed per sensor"
                                + " and minute:",
                        "",
                        "delay     rows kept  dropped  late by watermark  result rows     SUM  missing",
                        "────────  ─────────  ───────  ─────────────────  ───────────  ──────  ───────",
                        "5 s             585       15                 98          119  31,000    1,468",
                        "no limit        600        0                  0          119  32,468        -",
                        "")
                .endsWith("Results and late rows: " + directory);
    }

    @Test
    void resultsAreTheRowsOfAllFinishedFilesWithoutTheirHeads() throws IOException {
        Files.writeString(directory.resolve("part-0-a-1.csv"), "k,v\nb,2\na,1\n");
        Files.writeString(directory.resolve("part-1-a-1.csv"), "k,v\nc,3\n");
        Files.writeString(directory.resolve("part-1-a-2.csv"), "");
        Files.writeString(directory.resolve(".part-1-a-1-3.csv"), "k,v\nd,4\n");

        assertThat(ResultRows.read(directory)).containsExactly("a,1", "b,2", "c,3");
    }
}
