package io.tidemark.deploy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.deploy.terminal.Terminal;
import io.tidemark.deploy.terminal.Times;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TidemarkCommandTest {
    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Map<String, String> environment = Map.of();

    @Test
    void anUnknownCommandNamesTheNearest() {
        assertThat(run("submitt")).isEqualTo(2);
        assertThat(errors())
                .containsExactly(
                        "tidemark: there is no command submitt of tidemark",
                        "  Did you mean submit? See what there is: tidemark --help");
    }

    @Test
    void anUnknownOptionNamesTheNearest() {
        assertThat(run("jobs", "--jsn")).isEqualTo(2);
        assertThat(errors())
                .containsExactly(
                        "tidemark: there is no option --jsn of tidemark jobs",
                        "  Did you mean --json? See what there is: tidemark jobs --help");
    }

    @Test
    void anUnknownDrillNamesTheNearest() {
        assertThat(run("drill", "worker-kil")).isEqualTo(2);
        assertThat(errors()).containsExactly("tidemark: there is no drill worker-kil", "  Did you mean worker-kill?");
    }

    @Test
    void whatFollowsTheJarOfAJobToDrillIsTheJobs() throws IOException {
        Path jar = directory.resolve("job.jar");
        Files.writeString(jar, "no jar");
        assertThat(run("drill", "worker-kill", "--job", jar.toString(), "--list", "{out}"))
                .isNotZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("what is done");
    }

    @Test
    void theDrillsAreListedWithASentenceEach() {
        assertThat(run("drill", "--list")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("worker-kill  ", "coordinator-kill  ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "cluster", "job", "submit", "submit --parallelism x job.jar", "late a b", "state", "state ls"
            })
    void wrongUsageIsOneLineOfCauseAndOneOfWhatToDo(String line) {
        assertThat(run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
        assertThat(errors()).hasSize(2).allMatch(text -> text.length() > 10);
        assertThat(errors().get(1)).contains("--help");
    }

    @Test
    void whatIsMissingIsNamedAsTheHelpNamesIt() {
        assertThat(run("submit", "--parallelism", "2")).isEqualTo(2);
        assertThat(errors().get(0)).isEqualTo("tidemark: tidemark submit needs JAR");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "coordinator --port 99999999",
                "coordinator --port -1",
                "worker --slots 0",
                "cluster start --port 70000"
            })
    void aNumberThatCannotBeIsWrongUsage(String line) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(errors()).hasSize(2);
        assertThat(errors().get(0))
                .contains(line.substring(line.lastIndexOf(' ') + 1))
                .contains("a whole number from ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sql"})
    void commandsThatComeLaterAreUnknown(String line) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(errors().get(0)).startsWith("tidemark: there is no command");
    }

    @Test
    void aCoordinatorThatIsNotThereIsStatusThree() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }

        assertThat(run("jobs", "--coordinator", "127.0.0.1:" + port)).isEqualTo(3);
        assertThat(errors()).hasSize(2);
        assertThat(errors().get(0)).contains("127.0.0.1:" + port).contains("refused");
    }

    @Test
    void anAddressThatIsNoneIsWrongUsage() {
        assertThat(run("jobs", "--coordinator", "nonsense")).isEqualTo(2);
        assertThat(errors()).hasSize(2);
        assertThat(errors().get(0)).contains("nonsense");
    }

    @Test
    void aJarThatIsNotThereIsWrongUsageBeforeACoordinatorIsLookedFor() {
        assertThat(run("submit", "--coordinator", "127.0.0.1:1", "missing.jar", "--verbose"))
                .isEqualTo(2);
        assertThat(errors()).hasSize(2);
        assertThat(errors().get(0)).contains("missing.jar");
    }

    @Test
    void anAddressBeyondLoopbackNeedsASecret() {
        assertThat(run("coordinator", "--host", "0.0.0.0", "--port", "0", "--dir", directory.toString()))
                .isEqualTo(2);
        assertThat(errors()).hasSize(2);
        assertThat(errors().get(0)).contains("0.0.0.0").contains("secret");
    }

    @Test
    void verboseShowsWhereAndNeverTheSecret() throws IOException {
        Path config = Files.writeString(directory.resolve("c.yaml"), "security.shared-secrets: hunter2\n");

        assertThat(run("jobs", "--verbose", "--config", config.toString())).isEqualTo(2);
        assertThat(errors()).hasSizeGreaterThan(2).anyMatch(text -> text.contains("\tat io.tidemark"));
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("security.shared-secret")
                .doesNotContain("hunter2");
    }

    @Test
    void helpNamesEveryCommandAndGoesToTheStandardOutput() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("quickstart", "cluster", "submit", "watermarks", "late");
        assertThat(err.size()).isZero();
    }

    @Test
    void clusterStatusOfADirectoryWithoutAClusterIsStatusThree() {
        assertThat(run("cluster", "status", "--dir", directory.toString())).isEqualTo(3);
        assertThat(errors().get(0)).contains(directory.toString());
    }

    @Test
    void stoppingADirectoryWithoutAClusterIsDone() {
        assertThat(run("cluster", "stop", "--dir", directory.toString())).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("No cluster runs in " + directory);
    }

    private List<String> errors() {
        return err.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private int run(String... arguments) {
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false);
        Surroundings surroundings =
                new Surroundings(terminal, environment, Optional.of(directory), new Times(ZoneOffset.UTC));
        return TidemarkCommand.commandLine(surroundings).execute(arguments);
    }
}
