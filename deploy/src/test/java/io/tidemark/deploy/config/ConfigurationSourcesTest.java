package io.tidemark.deploy.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.config.Configuration;
import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationSourcesTest {
    @TempDir
    Path directory;

    private final ConfigurationSources sources = new ConfigurationSources(ProcessOptions.all());

    @Test
    void theCommandLineOverrulesTheEnvironmentAndThatTheFile() throws IOException {
        Path file = write("worker:\n  slots: 3\n  data-port: 1\nworker.rpc-port: 1\n");

        Configuration configuration = sources.load(
                Optional.of(file),
                Optional.empty(),
                Map.of("TIDEMARK_WORKER_DATA_PORT", "2", "TIDEMARK_WORKER_RPC_PORT", "2"),
                Map.of("worker.rpc-port", "3"));

        assertThat(configuration.get(ProcessOptions.WORKER_SLOTS)).isEqualTo(3);
        assertThat(configuration.get(ProcessOptions.WORKER_DATA_PORT)).isEqualTo(2);
        assertThat(configuration.get(ProcessOptions.WORKER_RPC_PORT)).isEqualTo(3);
    }

    @Test
    void theDistributionsFileIsUsedWhenNoneIsNamedAndMayBeMissing() throws IOException {
        Path home = directory.resolve("home");
        assertThat(sources.load(Optional.empty(), Optional.of(home), Map.of(), Map.of()))
                .isEqualTo(Configuration.empty());

        Files.createDirectories(home.resolve("conf"));
        Files.writeString(home.resolve("conf/tidemark.yaml"), "coordinator.heartbeat.interval: 1 s\n");

        assertThat(sources.load(Optional.empty(), Optional.of(home), Map.of(), Map.of())
                        .get(ProcessOptions.HEARTBEAT_INTERVAL))
                .isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void anUnknownKeyIsAnErrorThatNamesTheNearestAndTheFile() throws IOException {
        Path file = write("worker:\n  slot: 3\n");

        assertThatThrownBy(() -> sources.load(Optional.of(file), Optional.empty(), Map.of(), Map.of()))
                .isInstanceOfSatisfying(UserError.class, error -> {
                    assertThat(error.status()).isEqualTo(ExitStatus.USAGE);
                    assertThat(error.cause()).contains("worker.slot").contains("worker.slots");
                    assertThat(error.hint()).contains(file.toString());
                });
    }

    @Test
    void anUnknownVariableIsAnErrorThatNamesTheNearest() {
        assertThatThrownBy(() ->
                        sources.load(Optional.empty(), Optional.empty(), Map.of("TIDEMARK_WORKER_SLOT", "1"), Map.of()))
                .isInstanceOfSatisfying(UserError.class, error -> {
                    assertThat(error.cause()).contains("TIDEMARK_WORKER_SLOT");
                    assertThat(error.hint()).contains("TIDEMARK_WORKER_SLOTS");
                });
    }

    @Test
    void aBadValueIsAnErrorThatSaysWhatIsExpected() {
        assertThatThrownBy(() ->
                        sources.load(Optional.empty(), Optional.empty(), Map.of(), Map.of("coordinator.port", "many")))
                .isInstanceOfSatisfying(
                        UserError.class,
                        error -> assertThat(error.cause())
                                .contains("coordinator.port")
                                .contains("many")
                                .contains("a whole number"));
    }

    @Test
    void aFileThatIsNotYamlIsAnErrorThatNamesTheLine() throws IOException {
        Path file = write("worker.slots: 2\nworker.id: [\n");

        assertThatThrownBy(() -> sources.load(Optional.of(file), Optional.empty(), Map.of(), Map.of()))
                .isInstanceOfSatisfying(
                        UserError.class, error -> assertThat(error.cause()).contains(file + " line 3"));
    }

    @Test
    void aMissingFileThatWasAskedForIsAnError() {
        Path file = directory.resolve("none.yaml");

        assertThatThrownBy(() -> sources.load(Optional.of(file), Optional.empty(), Map.of(), Map.of()))
                .isInstanceOfSatisfying(
                        UserError.class, error -> assertThat(error.cause()).contains(file.toString()));
    }

    @Test
    void noTwoOptionsShareAVariable() {
        Set<String> variables = new HashSet<>();

        assertThat(ProcessOptions.all().all())
                .allSatisfy(option -> assertThat(variables.add(ConfigurationSources.variable(option)))
                        .isTrue());
    }

    private Path write(String text) throws IOException {
        return Files.writeString(directory.resolve("tidemark.yaml"), text);
    }
}
