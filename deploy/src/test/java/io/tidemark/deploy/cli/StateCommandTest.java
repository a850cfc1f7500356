package io.tidemark.deploy.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.Types;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.PlanOperator;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.checkpoint.savepoint.KeyedStateWriter;
import io.tidemark.checkpoint.savepoint.OperatorWriter;
import io.tidemark.checkpoint.savepoint.SavepointWriter;
import io.tidemark.checkpoint.savepoint.Savepoints;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.timer.TimerDomain;
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
import java.util.stream.Stream;
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

    private Map<String, String> environment = Map.of();

    private int run(String... arguments) {
        out.reset();
        err.reset();
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                false);
        Surroundings surroundings =
                new Surroundings(terminal, environment, Optional.empty(), new Times(ZoneOffset.UTC));
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
                        "  savepoint 7 of job sensors (0123456789ab), taken 2026-01-05 12:00:00, format 2, written by 0.1.0",
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
    void anObjectStoreThatDoesNotAnswerIsOneCauseAndOneThingToDo() {
        // Nothing listens there.
        environment = Map.of(
                "TIDEMARK_S3_ENDPOINT", "http://127.0.0.1:1",
                "TIDEMARK_S3_ATTEMPTS", "1",
                "TIDEMARK_S3_ACCESS_KEY", "key",
                "TIDEMARK_S3_SECRET_KEY", "secret");
        assertRefused("s3://bucket/savepoint", "The checkpoint storage cannot be reached at s3://bucket/savepoint");
        assertThat(errors().get(1)).contains("s3.endpoint");
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
        assertRefused(savepoint, path.toString(), "format version 9", "reads versions up to 2");
    }

    // ------------------------------------------------------------------------------------ keyed state

    public record Reading(String sensor, double value) {}

    /** Keyed state of every kind that looks different, over two subtasks. */
    private String writeKeyed() throws Exception {
        String location = directory.resolve("keyed").toString();
        try (SavepointWriter writer = SavepointWriter.create("sums", 128)) {
            OperatorWriter count = writer.operator("count", "Count", 2).watermark(1_767_614_400_000L);
            try (KeyedStateWriter<String> keyed = count.keyed(Types.STRING)) {
                ValueState<Reading> last = keyed.value(new ValueStateDescriptor<>("last", Reading.class));
                MapState<Integer, Long> byHour = keyed.map(new MapStateDescriptor<>("by-hour", Types.INT, Types.LONG));
                for (String key : List.of("a", "b", "c")) {
                    keyed.setKey(key);
                    last.update(new Reading(key, 1.5));
                    byHour.put(7, 70L);
                    keyed.setTimer(TimerDomain.EVENT, 1_767_614_460_000L);
                }
            }
            writer.write(location);
        }
        return location;
    }

    @Test
    void keyedStateIsListedWithSchemaAndCounts() throws Exception {
        assertThat(run("state", "ls", "--count", writeKeyed())).isZero();

        assertThat(output())
                .anyMatch(line -> line.matches(
                        "count +Count +2 +128 +String +[0-9.]+ KiB +2026-01-05 12:00:00.000 \\(1767614400000\\)"))
                .anyMatch(
                        line -> line.matches("count +last +value +Reading\\{sensor: String, value: Double} +3 +\\d+ B"))
                .anyMatch(line -> line.matches("count +by-hour +map +Integer → Long +3 +\\d+ B"))
                .anyMatch(line -> line.matches("count +function-timers +timers +Void +3 +\\d+ B"));
    }

    @Test
    void statesAreShownWithoutTheClassesOfTheJob() throws Exception {
        String location = writeKeyed();
        assertThat(run("state", "show", location, "--operator", "Count", "--state", "last"))
                .isZero();
        assertThat(output())
                .startsWith(
                        location,
                        "",
                        "operator  state  key  sub-key  value",
                        "────────  ─────  ───  ───────  ──────────────────────────────")
                .contains("count     last   \"b\"           Reading{sensor=\"b\", value=1.5}")
                .hasSize(7);

        assertThat(run("state", "show", location, "--key", "b")).isZero();
        assertThat(output()).hasSize(6).contains("count     by-hour  \"b\"  7        70");
    }

    @Test
    void timersAreShownWithTheirTime() throws Exception {
        assertThat(run("state", "show", "--timers", "--key", "\"c\"", writeKeyed()))
                .isZero();

        assertThat(output())
                .hasSize(5)
                .last()
                .isEqualTo("count     function-timers  event  2026-01-05 12:01:00.000 (1767614460000)  \"c\"");
    }

    @Test
    void aLimitHoldsForEachStateAndSaysWhatItLeftOut() throws Exception {
        assertThat(run("state", "show", "--limit", "2", writeKeyed())).isZero();

        assertThat(output().get(output().size() - 1))
                .isEqualTo("There is more of count/last, count/by-hour; --limit N shows more.");
        assertThat(run("state", "show", "--limit", "0", "x")).isEqualTo(2);
    }

    @Test
    void statesAsJsonAreWhatTheyAre() throws Exception {
        assertThat(run("state", "show", "--json", "--state", "last", "--key", "a", writeKeyed()))
                .isZero();

        JsonNode entry = new ObjectMapper()
                .readTree(out.toString(StandardCharsets.UTF_8))
                .at("/savepoints/0/entries/0");
        assertThat(entry.get("key").asText()).isEqualTo("a");
        assertThat(entry.at("/value/sensor").asText()).isEqualTo("a");
        assertThat(entry.at("/value/value").asDouble()).isEqualTo(1.5);
        assertThat(entry.has("subKey")).isFalse();
    }

    @Test
    void anOperatorOrAStateThatIsNotThereIsToldWithTheNearest() throws Exception {
        String location = writeKeyed();
        assertThat(run("state", "show", location, "--operator", "cuont")).isEqualTo(1);
        assertThat(errors().get(0)).contains("has no operator \"cuont\"");
        assertThat(errors().get(1)).contains("Did you mean \"count\"?");
        assertThat(run("state", "show", location, "--state", "lost")).isEqualTo(1);
        assertThat(errors().get(0)).contains("has no state \"lost\"");
        assertThat(errors().get(1)).contains("by-hour, last");
    }

    /** Turns a bit over in the first block of every table, which opening the database does not read. */
    private static void damageTables(Path files) throws IOException {
        try (Stream<Path> paths = Files.list(files)) {
            for (Path path : paths.toList()) {
                byte[] bytes = Files.readAllBytes(path);
                if (new String(bytes, StandardCharsets.ISO_8859_1).contains("rocksdb.block.based.table")) {
                    bytes[10] ^= 1;
                    Files.write(path, bytes);
                }
            }
        }
    }

    @Test
    void aDamagedStateFileIsNamedByItsPlaceInTheSavepoint() throws Exception {
        String location = writeKeyed();
        damageTables(Path.of(location, "files"));

        assertThat(run("state", "show", location)).isEqualTo(1);
        assertThat(errors()).hasSize(2);
        assertThat(errors().get(0))
                .contains("The checkpoint file " + location + "/files/", "its content does not match its checksum");
        assertThat(errors().get(1)).contains("Put back a good copy of it");
    }

    @Test
    void aVerifiedListingReadsEveryFileOfASavepoint() throws Exception {
        String location = writeKeyed();
        assertThat(run("state", "ls", "--verify", location)).isZero();
        assertThat(errors()).containsExactly("note: " + location + " is whole: every file is what its checksum says");

        Path unread = Path.of(savepoint, "files", file.getSha256());
        Files.writeString(unread, "A file of the database");
        assertThat(run("state", "ls", savepoint)).isZero();
        assertThat(run("state", "ls", "--verify", savepoint)).isEqualTo(1);
        assertThat(errors().get(0)).contains(unread.toString(), "does not match its checksum");
    }

    @Test
    void aDamagedFileOfTheDatabaseIsRefusedByName() throws Exception {
        String location = writeKeyed();
        try (Stream<Path> files = Files.list(Path.of(location, "files"))) {
            for (Path path : files.toList()) {
                byte[] bytes = Files.readAllBytes(path);
                bytes[bytes.length / 3] ^= 0x55;
                Files.write(path, bytes);
            }
        }
        assertThat(run("state", "show", location)).isEqualTo(1);
        assertThat(errors()).hasSize(2);
        assertThat(errors().get(0)).contains(location);
    }
}
