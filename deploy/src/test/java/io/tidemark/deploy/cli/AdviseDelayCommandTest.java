package io.tidemark.deploy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.deploy.terminal.Terminal;
import io.tidemark.deploy.terminal.Times;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdviseDelayCommandTest {
    /** The sensor lab's readings, in the order in which they arrived. */
    private static final Path LAB = Path.of("../examples/sensor-lab/src/main/resources/sensor-lab/events.csv");

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... arguments) {
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false);
        return TidemarkCommand.commandLine(
                        new Surroundings(terminal, Map.of(), Optional.empty(), new Times(ZoneOffset.UTC)))
                .execute(arguments);
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void theSensorLabLosesWhatAnIndependentModelSaysItDoes() {
        assertThat(run("advise-delay", LAB.toString(), "--time", "2", "--delays", "0s,5s,30s"))
                .isZero();
        assertThat(lines())
                .containsExactly(
                        "600 rows of " + LAB + ", windows of 1 min 00 s:",
                        "",
                        " delay  late by watermark  dropped  of all  results after  later by  dropped, as a bar",
                        "──────  ─────────────────  ───────  ──────  ─────────────  ────────  ────────────────────────",
                        "  0 ms                210       25  4.17 %          1.0 s      0 ms  ████████████████████████",
                        " 5.0 s                 98       15  2.50 %          6.8 s     5.8 s  ██████████████",
                        "30.0 s                  9        3  0.50 %         31.3 s    30.3 s  ███",
                        "",
                        "No row is dropped with a delay of 40.1 s or more, and none is late by the watermark with 1 min 09 s or more.");
    }

    @Test
    void aNameThatNoColumnHasIsWrongUse() throws IOException {
        assertThat(run("advise-delay", LAB.toString(), "--time", "ts")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("there is no column ts; the format names none")
                .contains("or --header when the first line names the columns")
                .doesNotContain("Exception");
        Path json = Files.writeString(directory.resolve("rows.jsonl"), "{\"id\": 1, \"at\": 100}\n");
        assertThat(run("advise-delay", json.toString(), "--time", "ts")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("rows.jsonl, line 1", "there is no field ts; there are: [id, at]");
    }

    @Test
    void aTimeThatIsNoneAndADelayThatIsNoneAreToldInTheWordsOfTheCommand() throws IOException {
        Path file = Files.writeString(directory.resolve("rows.csv"), "a,soon\n");
        assertThat(run("advise-delay", file.toString(), "--time", "2")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("rows.csv, line 1", "soon")
                .contains("say with --time, --unit, --format and --delimiter how it is to be read")
                .doesNotContain("FileSource");
        assertThat(run("advise-delay", LAB.toString(), "--time", "2", "--delays", "5s,x"))
                .isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("--delays: \"x\" does not fit");
    }

    @Test
    void withoutDelaysItGoesOnUpToTheFirstWithWhichNothingIsLate() {
        assertThat(run("advise-delay", LAB.toString(), "--time", "2")).isZero();
        assertThat(lines().get(4)).containsPattern("^ +0 ms +210 +25 ");
        assertThat(lines())
                .anyMatch(line -> line.startsWith("2 min 00 s "))
                .noneMatch(line -> line.startsWith("5 min"));
    }

    @Test
    void namesOfAHeaderAndOtherDelimitersAndNumbersAreRead() throws IOException {
        Path file = directory.resolve("rows.csv");
        Files.writeString(file, "id;at\na;100\nb;200\nc;NULL\nd;150\n");
        assertThat(run(
                        "advise-delay",
                        file.toString(),
                        "--time",
                        "at",
                        "--header",
                        "--delimiter",
                        ";",
                        "--unit",
                        "SECONDS",
                        "--delays",
                        "0s,1min"))
                .isZero();
        assertThat(String.join("\n", lines())).startsWith("3 rows of").contains("1 row without a timestamp left out.");
        assertThat(lines().get(4)).containsPattern("^ +0 ms +1 +1 ");
        assertThat(lines().get(5)).containsPattern("^1 min 00 s +0 +0 ");
    }

    @Test
    void jsonLinesAreReadByTheNameOfTheFile() throws IOException {
        Path file = directory.resolve("rows.jsonl");
        Files.writeString(
                file,
                "{\"at\": \"2026-01-05T12:00:00Z\"}\n{\"at\": \"2026-01-05T14:02:00+02:00\"}\n{\"at\": null}\n"
                        + "{\"at\": \"2026-01-05 12:01:00\"}\n");
        assertThat(run("advise-delay", file.toString(), "--time", "at", "--json"))
                .isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("\"rows\" : 3", "\"rowsWithoutTimestamp\" : 1", "\"leastDelayWithoutLateMs\" : 60001");
    }

    @Test
    void aFileAndAJobAtOnceOrNeitherIsWrongUsage() {
        assertThat(run("advise-delay")).isEqualTo(2);
        assertThat(run("advise-delay", "rows.csv")).isEqualTo(2);
        assertThat(run("advise-delay", "rows.csv", "--job", "x")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("Give either FILE --time COLUMN, or --job ID.");
    }

    @Test
    void whatIsWrongInTheFileIsSaidWithItsPlace() throws IOException {
        Path file = directory.resolve("rows.csv");
        Files.writeString(file, "a,2026-01-05 12:00:00\nb,yesterday\n");
        assertThat(run("advise-delay", file.toString(), "--time", "2")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("line 2", "yesterday", "a time such as");
        err.reset();
        assertThat(run("advise-delay", file.toString(), "--time", "7")).isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("there is no column 7: the record has 2 columns");
        err.reset();
        assertThat(run("advise-delay", directory.resolve("none").toString(), "--time", "2"))
                .isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("there is no file");
        err.reset();
        assertThat(run("advise-delay", file.toString(), "--time", "2", "--window", "long"))
                .isEqualTo(2);
    }
}
