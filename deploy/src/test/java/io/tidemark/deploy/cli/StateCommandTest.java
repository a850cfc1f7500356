package io.tidemark.deploy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.PlanOperator;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.savepoint.Savepoints;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.deploy.terminal.Terminal;
import io.tidemark.deploy.terminal.Times;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateCommandTest {
    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private String savepoint;
    private FileRef file;

    @BeforeEach
    void writeASavepoint() throws IOException {
        CheckpointStorage checkpoints = CheckpointStorage.directory(directory.resolve("checkpoints"), "0123456789ab");
        file = checkpoints.put("a file of the database".getBytes(StandardCharsets.UTF_8));
        CheckpointManifest manifest = CheckpointManifest.newBuilder()
                .setJobId("0123456789ab")
                .setJobName("sensors")
                .setCheckpointId(7)
                .setCompletedAtMs(1_767_614_400_000L)
                .setCreatedBy("0.1.0")
                .addFiles(file)
                .addOperators(PlanOperator.newBuilder()
                        .setUid("src")
                        .setName("Readings")
                        .setUidGiven(true)
                        .setParallelism(2))
                .addTasks(task(0))
                .addTasks(task(1))
                .build();
        savepoint = Savepoints.write(
                manifest, checkpoints, directory.resolve("savepoints").toString());
    }

    private static TaskSnapshot task(int subtask) {
        return TaskSnapshot.newBuilder()
                .setSubtask(subtask)
                .setParallelism(2)
                .setMaxParallelism(128)
                .addOperators(OperatorSnapshot.newBuilder()
                        .setUid("src")
                        .setWatermark(1_767_614_390_000L + subtask)
                        .addOwn(NamedState.newBuilder()
                                .setName("splits")
                                .addElements(ByteString.copyFromUtf8("split " + subtask))))
                .build();
    }

    private int run(String... arguments) {
        out.reset();
        err.reset();
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false);
        Surroundings surroundings = new Surroundings(terminal, Map.of(), Optional.empty(), new Times(ZoneOffset.UTC));
        return TidemarkCommand.commandLine(surroundings).execute(arguments);
    }

    private List<String> output() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private List<String> errors() {
        return err.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void aSavepointIsListedWithItsOperatorsAndStates() {
        assertThat(run("state", "ls", savepoint)).isZero();

        assertThat(output())
                .containsExactly(
                        savepoint,
                        "  savepoint 7 of job sensors (0123456789ab), taken 2026-01-05 12:00:00, format 1, written by 0.1.0",
                        "",
                        "operator  name      parallelism  key groups  key  size  watermark                                remark",
                        "────────  ────────  ───────────  ──────────  ───  ────  ───────────────────────────────────────  ──────",
                        "src       Readings            2         128             2026-01-05 11:59:50.000 (1767614390000)",
                        "",
                        "operator  state   kind      schema  entries  size",
                        "────────  ──────  ────────  ──────  ───────  ────",
                        "src       splits  own list                2  14 B");
    }

    @Test
    void aListingAsJsonHasTheSameAndLeavesOutWhatIsNotKnown() throws IOException {
        assertThat(run("state", "ls", "--json", directory.resolve("savepoints").toString()))
                .isZero();

        JsonNode only = new ObjectMapper()
                .readTree(out.toString(StandardCharsets.UTF_8))
                .get("savepoints")
                .get(0);
        assertThat(only.get("path").asText()).isEqualTo(savepoint);
        assertThat(only.get("drained").asBoolean()).isFalse();
        JsonNode source = only.get("operators").get(0);
        assertThat(source.get("uid").asText()).isEqualTo("src");
        assertThat(source.get("watermark").get("timeMs").asLong()).isEqualTo(1_767_614_390_000L);
        assertThat(source.has("keySchema")).isFalse();
        assertThat(source.get("states").get(0).get("entries").asInt()).isEqualTo(2);
    }

    private void assertRefused(String location, String... words) {
        assertThat(run("state", "ls", location)).isEqualTo(1);
        assertThat(errors()).hasSize(2);
        assertThat(errors().get(0)).startsWith("tidemark: ").contains(words);
        assertThat(errors().get(1)).startsWith("  ").hasSizeGreaterThan(20);
    }

    @Test
    void whatIsNoSavepointIsRefusedByName() throws IOException {
        String missing = directory.resolve("missing").toString();
        assertRefused(missing, "There is nothing at " + missing);
        Files.createDirectories(directory.resolve("empty"));
        assertRefused(directory.resolve("empty").toString(), "is no savepoint and no checkpoint");
    }

    @Test
    void aTruncatedFileIsRefusedByName() throws IOException {
        Path truncated = Path.of(savepoint, "files", file.getSha256());
        Files.writeString(truncated, "a file");
        assertRefused(savepoint, "is not whole", truncated.toString(), "it has 6 bytes instead of 22");
    }

    @Test
    void aManifestThatNamesAMissingFileIsRefusedByName() throws IOException {
        Path missing = Path.of(savepoint, "files", file.getSha256());
        Files.delete(missing);
        assertRefused(savepoint, "is not whole", missing.toString(), "it is missing");
    }

    @Test
    void aSavepointOfANewerVersionIsRefusedByName() throws IOException {
        Path path = Path.of(savepoint, "checkpoints", "chk-0000000007.manifest");
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
        bytes.putInt(Long.BYTES, 9);
        Files.write(path, bytes.array());
        assertRefused(savepoint, path.toString(), "format version 9", "reads versions up to 1");
    }
}
