package io.tidemark.checkpoint.savepoint;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.checkpoint.proto.CheckpointKind;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import io.tidemark.checkpoint.proto.PlanOperator;
import io.tidemark.checkpoint.storage.CheckpointStorage;
import io.tidemark.checkpoint.storage.CorruptCheckpointException;
import io.tidemark.checkpoint.storage.UnsupportedCheckpointVersionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SavepointsTest {
    @TempDir
    Path root;

    private CheckpointStorage checkpoints;
    private String target;
    private CheckpointManifest manifest;
    private FileRef first;
    private FileRef second;

    @BeforeEach
    void takeACheckpoint() throws IOException {
        checkpoints = CheckpointStorage.directory(root.resolve("checkpoints-of-all"), "0123456789abcdef");
        target = root.resolve("savepoints").toString();
        first = checkpoints.put("first file".getBytes(UTF_8));
        second = checkpoints.put("second file".getBytes(UTF_8));
        manifest = CheckpointManifest.newBuilder()
                .setJobId("0123456789abcdef")
                .setJobName("sensors")
                .setCheckpointId(12)
                .addFiles(first)
                .addFiles(second)
                .addOperators(PlanOperator.newBuilder()
                        .setUid("count")
                        .setName("Count")
                        .setUidGiven(true))
                .setDrained(true)
                .build();
    }

    private String write() throws IOException {
        return Savepoints.write(manifest, checkpoints, target);
    }

    private static Path manifestOf(String savepoint) {
        return Path.of(savepoint, "checkpoints", "chk-0000000012.manifest");
    }

    private static Path fileOf(String savepoint, FileRef file) {
        return Path.of(savepoint, "files", file.getSha256());
    }

    @Test
    void a_savepoint_is_a_directory_of_its_own_with_every_file_and_the_manifest() throws IOException {
        String location = write();

        assertThat(location).isEqualTo(target + "/savepoint-01234567-12");
        Savepoint savepoint = Savepoints.open(location);
        assertThat(savepoint.isSelfContained()).isTrue();
        assertThat(savepoint.location()).isEqualTo(location);
        assertThat(savepoint.manifest())
                .isEqualTo(manifest.toBuilder()
                        .setKind(CheckpointKind.SAVEPOINT)
                        .setFormatVersion(savepoint.manifest().getFormatVersion())
                        .build());
        assertThat(savepoint.files().read(first)).asString(UTF_8).isEqualTo("first file");
        assertThat(savepoint.files().read(second)).asString(UTF_8).isEqualTo("second file");
    }

    @Test
    void a_savepoint_can_be_moved_and_renamed_and_outlives_the_checkpoint_it_was_made_of() throws IOException {
        Path moved = root.resolve("elsewhere: a b");
        Files.move(Path.of(write()), moved);
        deleteAll(root.resolve("checkpoints-of-all"));

        Savepoint savepoint = Savepoints.open(moved + "/");

        assertThat(savepoint.files().read(second)).asString(UTF_8).isEqualTo("second file");
    }

    private static void deleteAll(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path path : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
    }

    @Test
    void nothing_in_a_savepoint_says_where_it_was_written() throws IOException {
        byte[] bytes = Files.readAllBytes(manifestOf(write()));

        assertThat(new String(bytes, ISO_8859_1)).doesNotContain(root.toString());
    }

    @Test
    void a_retained_checkpoint_is_opened_by_the_path_of_its_manifest() throws IOException {
        String path = checkpoints.writeManifest(manifest);
        checkpoints.writeManifest(manifest.toBuilder().setCheckpointId(13).build());

        Savepoint checkpoint = Savepoints.open(path);

        assertThat(checkpoint.isSelfContained()).isFalse();
        assertThat(checkpoint.manifest().getCheckpointId()).isEqualTo(12);
        assertThat(checkpoint.files().read(first)).asString(UTF_8).isEqualTo("first file");
    }

    @Test
    void of_several_checkpoints_none_is_taken_by_guess() throws IOException {
        checkpoints.writeManifest(manifest);
        String newest = checkpoints.writeManifest(
                manifest.toBuilder().setCheckpointId(13).build());
        String job = root.resolve("checkpoints-of-all/0123456789abcdef").toString();

        assertThatExceptionOfType(AmbiguousSavepointException.class)
                .isThrownBy(() -> Savepoints.open(job))
                .withMessageStartingWith(job + " holds 2 checkpoints.")
                .withMessageEndingWith("the newest is " + newest + ".");
    }

    @Test
    void a_savepoint_that_was_not_finished_is_none_and_is_finished_by_writing_it_again() throws IOException {
        String location = write();
        Files.delete(manifestOf(location));
        Files.delete(fileOf(location, second));
        assertThatExceptionOfType(NotASavepointException.class)
                .isThrownBy(() -> Savepoints.open(location))
                .withMessageContaining("there is no manifest in it");

        assertThat(write()).isEqualTo(location);

        assertThat(Savepoints.open(location).files().read(second)).hasSize(11);
        assertThat(write()).as("once more, when all is there").isEqualTo(location);
    }

    @Test
    void what_was_damaged_of_a_savepoint_that_was_not_finished_is_copied_again() throws IOException {
        String location = write();
        Files.delete(manifestOf(location));
        Files.writeString(fileOf(location, second), "second_file");

        write();

        assertThat(Savepoints.open(location).files().read(second))
                .asString(UTF_8)
                .isEqualTo("second file");
    }

    @Test
    void a_file_that_is_damaged_in_the_checkpoint_makes_no_savepoint() throws IOException {
        Path damaged = root.resolve("checkpoints-of-all/0123456789abcdef/files").resolve(second.getSha256());
        Files.writeString(damaged, "second_file");

        assertThatExceptionOfType(CorruptCheckpointException.class).isThrownBy(this::write);

        assertThatExceptionOfType(NotASavepointException.class)
                .isThrownBy(() -> Savepoints.open(target + "/savepoint-01234567-12"));
    }

    @Test
    void another_savepoint_is_never_written_over() throws IOException {
        String location = write();
        CheckpointManifest other = manifest.toBuilder().setJobName("other").build();

        assertThatExceptionOfType(SavepointExistsException.class)
                .isThrownBy(() -> Savepoints.write(other, checkpoints, target))
                .satisfies(e -> assertThat(e.location()).isEqualTo(location));

        assertThat(Savepoints.open(location).manifest().getJobName()).isEqualTo("sensors");
    }

    @Test
    void a_location_where_nothing_is_and_one_where_something_else_is_are_told_apart() throws IOException {
        String missing = root.resolve("missing").toString();
        assertThatThrownBy(() -> Savepoints.open(missing))
                .isInstanceOf(SavepointNotFoundException.class)
                .hasMessageStartingWith("There is nothing at " + missing + ".\nCheck the path");
        Path file = Files.writeString(root.resolve("notes.txt"), "no savepoint");
        assertThatThrownBy(() -> Savepoints.open(file.toString()))
                .isInstanceOf(NotASavepointException.class)
                .hasMessageContaining("it is a file");
        String gone = manifestOf(write()).toString().replace("12.manifest", "11.manifest");
        assertThatThrownBy(() -> Savepoints.open(gone)).isInstanceOf(SavepointNotFoundException.class);
    }

    @Test
    void a_manifest_that_names_a_missing_file_is_refused_with_the_name_of_the_file() throws IOException {
        String location = write();
        Path missing = fileOf(location, second);
        Files.delete(missing);

        assertThatExceptionOfType(IncompleteSavepointException.class)
                .isThrownBy(() -> Savepoints.open(location))
                .withMessageStartingWith("The savepoint " + location + " is not whole")
                .withMessageContaining(missing + ", but it is missing")
                .satisfies(e -> assertThat(e.file()).isEqualTo(missing.toString()));
    }

    @Test
    void a_truncated_file_is_refused_with_its_length() throws IOException {
        String location = write();
        Files.writeString(fileOf(location, first), "first");

        assertThatExceptionOfType(IncompleteSavepointException.class)
                .isThrownBy(() -> Savepoints.open(location))
                .withMessageContaining("it has 5 bytes instead of 10");
    }

    @Test
    void a_truncated_manifest_is_refused_wherever_it_ends_and_so_is_one_with_any_bit_turned() throws IOException {
        String location = write();
        Path path = manifestOf(location);
        byte[] whole = Files.readAllBytes(path);
        for (int length = 0; length < whole.length; length++) {
            Files.write(path, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> Savepoints.open(location)).isInstanceOf(CorruptCheckpointException.class);
        }
        for (int at : List.of(0, 15, 25, whole.length / 2, whole.length - 1)) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 0x10;
            Files.write(path, damaged);
            assertThatThrownBy(() -> Savepoints.open(location))
                    .isInstanceOf(CorruptCheckpointException.class)
                    .hasMessageContaining(path.toString());
        }
    }

    @Test
    void a_savepoint_of_a_newer_format_is_refused_with_both_versions() throws IOException {
        String location = write();
        Path path = manifestOf(location);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
        bytes.putInt(Long.BYTES, 3);
        Files.write(path, bytes.array());

        assertThatExceptionOfType(UnsupportedCheckpointVersionException.class)
                .isThrownBy(() -> Savepoints.open(location))
                .withMessageContaining("format version 3; this release reads versions up to 2")
                .withMessageContaining("Run the release that wrote it");
    }

    @Test
    void what_a_directory_holds_is_found_savepoints_and_checkpoints_alike() throws IOException {
        String savepoint = write();
        String older = checkpoints.writeManifest(manifest);
        String newer = checkpoints.writeManifest(
                manifest.toBuilder().setCheckpointId(13).build());

        assertThat(Savepoints.find(target)).containsExactly(savepoint);
        assertThat(Savepoints.find(savepoint)).containsExactly(savepoint);
        assertThat(Savepoints.find(older)).containsExactly(older);
        assertThat(Savepoints.find(root.resolve("checkpoints-of-all").toString()))
                .containsExactly(older, newer);
        assertThat(Savepoints.find(
                        root.resolve("checkpoints-of-all/0123456789abcdef").toString()))
                .containsExactly(older, newer);
        assertThatExceptionOfType(SavepointNotFoundException.class)
                .isThrownBy(() -> Savepoints.find(root.resolve("nothing").toString()));
        Files.createDirectories(root.resolve("empty"));
        assertThatExceptionOfType(NotASavepointException.class)
                .isThrownBy(() -> Savepoints.find(root.resolve("empty").toString()));
    }
}
