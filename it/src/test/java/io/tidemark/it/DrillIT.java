package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** The drills, as a user runs them. */
class DrillIT {
    private static final String CLEAN = "nothing lost, nothing twice, same verdicts";

    @TempDir
    Path directory;

    @Test
    void killedWorkersLoseNothingAndNoProcessIsLeft() throws Exception {
        Cli.Ended ended = new Cli(directory).run("drill", "worker-kill", "--json");

        assertThat(ended.status()).as("%s", ended).isZero();
        assertClean(ended.json(), List.of("worker-kill"));
        assertThat(ended.json().get(0).get("recoveries"))
                .hasSize(2)
                .allMatch(recovery -> recovery.get("newResultMs").asLong() > 0);
        assertThat(Cli.processesOf(directory)).isEmpty();
    }

    @TestFactory
    @Tag("ci")
    List<DynamicTest> eachDrillEndsWithTheVerdictThatNothingIsWrong() throws Exception {
        return names().stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    Cli.Ended ended = new Cli(directory).run("drill", name, "--json");

                    assertThat(ended.status()).as("%s", ended).isZero();
                    assertClean(ended.json(), List.of(name));
                    assertThat(Cli.processesOf(directory)).isEmpty();
                }))
                .toList();
    }

    @Test
    @Tag("ci")
    void aJobOfWhichNothingIsKnownIsComparedWithAnUndisturbedRun() throws Exception {
        Cli.Ended ended = new Cli(directory)
                .run(
                        "drill",
                        "worker-kill",
                        "--json",
                        "--parallelism",
                        2,
                        "--job",
                        Cli.example("numbered-records"),
                        "--records",
                        60_000,
                        "--rate",
                        4_000,
                        "--output",
                        "{out}");

        assertThat(ended.status()).as("%s", ended).isZero();
        assertClean(ended.json(), List.of("worker-kill"));
    }

    private List<String> names() throws InterruptedException {
        // Behind the head and its rule.
        return new Cli(directory)
                .run("drill", "--list").orFail().out().stream()
                        .skip(2)
                        .map(line -> line.substring(0, line.indexOf(' ')))
                        .toList();
    }

    private static void assertClean(JsonNode reports, List<String> drills) {
        List<String> reported = new ArrayList<>();
        for (JsonNode report : reports) {
            reported.add(report.get("drill").asText());
            assertThat(report.get("verdict").asText()).as("%s", report).isEqualTo(CLEAN);
        }
        assertThat(reported).isEqualTo(drills);
    }
}
