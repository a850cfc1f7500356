package io.tidemark.checkpoint.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.checkpoint.disk.Disk;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryCheckpointStorageTest {
    private static final Duration GRACE = Duration.ofMinutes(15);

    @TempDir
    Path root;

    private final SteppedClock clock = new SteppedClock();
    private CheckpointStorage storage;
    private Path files;
    private Path manifests;

    @BeforeEach
    void setUp() {
        storage = CheckpointStorage.directory(root, "job-1", clock, GRACE);
        files = root.resolve("job-1").resolve("files");
        manifests = root.resolve("job-1").resolve("checkpoints");
    }

    private static CheckpointManifest manifest(long id, FileRef... refs) {
        return CheckpointManifest.newBuilder()
                .setFormatVersion(1)
                .setJobId("job-1")
                .setCheckpointId(id)
                .addAllFiles(List.of(refs))
                .build();
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> list = Files.list(directory)) {
            return list.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void bytes_and_files_of_the_same_content_are_one_file() throws IOException {
        FileRef first = storage.put("same".getBytes(UTF_8));
        Object inode = Files.getAttribute(files.resolve(first.getSha256()), "unix:ino");

        FileRef second = storage.put(Files.writeString(root.resolve("source"), "same"));

        assertThat(second).isEqualTo(first);
        assertThat(Files.getAttribute(files.resolve(first.getSha256()), "unix:ino"))
                .isEqualTo(inode);
    }

    @Test
    void a_reference_out_of_a_manifest_cannot_lead_out_of_the_directory() {
        FileRef ref = FileRef.newBuilder().setSha256("../../secret").setBytes(1).build();

        assertThatThrownBy(() -> storage.read(ref)).isInstanceOf(CorruptCheckpointException.class);
        assertThatThrownBy(() -> CheckpointStorage.directory(root, "../other"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_failed_copy_leaves_no_visible_file() throws IOException {
        Files.createDirectories(files);
        Path source = Files.writeString(root.resolve("source"), "short");

        // As when the source is cut off while it is being copied.
        assertThatThrownBy(() -> new DurableFiles(Disk.SYSTEM).copy(source, files.resolve("target"), 100))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("became shorter");
        assertThat(names(files)).isEmpty();
    }

    @Test
    void a_failed_write_leaves_no_visible_file() throws IOException {
        Path blocked = Files.createDirectories(files.resolve("blocked"));
        Files.writeString(blocked.resolve("child"), "a directory that is not empty cannot be replaced");

        assertThatThrownBy(() -> new DurableFiles(Disk.SYSTEM).write(new byte[10], blocked))
                .isInstanceOf(IOException.class);
        assertThat(names(files)).containsExactly("blocked");
    }

    @Test
    void a_manifest_truncated_anywhere_is_corrupt() throws IOException {
        storage.writeManifest(manifest(1, storage.put(new byte[] {1})));
        Path path = manifests.resolve("chk-0000000001.manifest");
        byte[] whole = Files.readAllBytes(path);
        for (int length = 0; length < whole.length; length++) {
            Files.write(path, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> storage.readManifest(1))
                    .isInstanceOf(CorruptCheckpointException.class)
                    .hasMessageContaining(path.toString());
        }
    }

    @Test
    void a_manifest_with_any_bit_flipped_is_refused() throws IOException {
        storage.writeManifest(manifest(1, storage.put(new byte[] {1})));
        Path path = manifests.resolve("chk-0000000001.manifest");
        byte[] whole = Files.readAllBytes(path);
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            Files.write(path, flipped);
            assertThatThrownBy(() -> storage.readManifest(1))
                    .isInstanceOfAny(CorruptCheckpointException.class, UnsupportedCheckpointVersionException.class)
                    .hasMessageContaining(path.toString());
        }
    }

    @Test
    void a_manifest_of_a_newer_version_says_so() throws IOException {
        storage.writeManifest(manifest(1));
        Path path = manifests.resolve("chk-0000000001.manifest");
        byte[] bytes = Files.readAllBytes(path);
        bytes[11] = 9;
        Files.write(path, bytes);

        assertThatThrownBy(() -> storage.readManifest(1))
                .isInstanceOf(UnsupportedCheckpointVersionException.class)
                .hasMessage(
                        "The checkpoint file " + path + " has format version 9; this release reads versions up to 1."
                                + "\nRun the release that wrote it, or a newer one.");
    }

    @Test
    void only_old_files_that_nobody_names_or_pins_are_removed() throws IOException {
        FileRef named = storage.put(new byte[] {1});
        FileRef pinned = storage.put(new byte[] {2});
        FileRef orphan = storage.put(new byte[] {3});
        FileRef renewed = storage.put(new byte[] {4});
        FileRef putAgain = storage.put(new byte[] {5});
        Files.writeString(files.resolve(".tmp-left-by-a-crash"), "half");
        Files.setLastModifiedTime(
                files.resolve(".tmp-left-by-a-crash"), java.nio.file.attribute.FileTime.from(clock.instant()));
        storage.writeManifest(manifest(1, named));
        Set<String> pins = Set.of(pinned.getSha256());

        clock.advance(GRACE);
        assertThat(storage.deleteUnreferenced(pins)).isZero();
        clock.advance(Duration.ofMillis(1));
        assertThat(storage.renew(renewed)).isTrue();
        storage.put(new byte[] {5});
        FileRef fresh = storage.put(new byte[] {6});
        assertThat(storage.deleteUnreferenced(pins)).isEqualTo(2);

        assertThat(storage.exists(orphan)).isFalse();
        assertThat(storage.renew(orphan)).isFalse();
        for (FileRef kept : List.of(named, pinned, renewed, putAgain, fresh)) {
            assertThat(storage.exists(kept)).isTrue();
        }
        assertThat(names(files)).hasSize(5);

        storage.deleteManifest(1);
        clock.advance(GRACE.plusMillis(1));
        assertThat(storage.deleteUnreferenced(Set.of())).isEqualTo(5);
        assertThat(names(files)).isEmpty();
    }

    @Test
    void a_file_that_a_crashed_clean_up_had_set_aside_is_put_back_when_it_is_wanted() throws IOException {
        FileRef named = storage.put(new byte[] {1});
        FileRef orphan = storage.put(new byte[] {2});
        storage.writeManifest(manifest(1, named));
        for (FileRef ref : List.of(named, orphan)) {
            Files.move(files.resolve(ref.getSha256()), files.resolve(".doomed-" + ref.getSha256()));
        }
        clock.advance(GRACE.multipliedBy(2));

        assertThat(storage.deleteUnreferenced(Set.of())).isEqualTo(1);

        assertThat(names(files)).containsExactly(named.getSha256());
    }
}
