package io.tidemark.checkpoint.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.checkpoint.disk.Disk;
import io.tidemark.checkpoint.disk.DurableFiles;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
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
                .setFormatVersion(2)
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
    void content_that_is_there_is_not_written_again() throws IOException {
        FileRef first = storage.put("same".getBytes(UTF_8));
        Object inode = Files.getAttribute(files.resolve(first.getSha256()), "unix:ino");

        FileRef second = storage.put(Files.writeString(root.resolve("source"), "same"));

        assertThat(second).isEqualTo(first);
        assertThat(Files.getAttribute(files.resolve(first.getSha256()), "unix:ino"))
                .isEqualTo(inode);
    }

    @Test
    void the_id_of_a_job_cannot_lead_out_of_the_directory() {
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
    void a_manifest_of_version_1_is_read() throws Exception {
        storage.writeManifest(manifest(1));
        Path path = manifests.resolve("chk-0000000001.manifest");
        byte[] bytes = Files.readAllBytes(path);
        bytes[11] = 1;
        int content = bytes.length - 32;
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(Arrays.copyOf(bytes, content));
        System.arraycopy(digest, 0, bytes, content, digest.length);
        Files.write(path, bytes);

        assertThat(storage.readManifest(1).getCheckpointId()).isEqualTo(1);
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
                        "The checkpoint file " + path + " has format version 9; this release reads versions up to 2."
                                + "\nRun the release that wrote it, or a newer one.");
    }

    @Test
    void what_a_crash_left_half_written_goes_when_it_is_old() throws IOException {
        FileRef named = storage.put(new byte[] {1});
        storage.writeManifest(manifest(1, named));
        Path half = Files.writeString(files.resolve(".tmp-left-by-a-crash"), "half");
        Files.setLastModifiedTime(half, FileTime.from(clock.instant()));

        clock.advance(GRACE);
        assertThat(storage.deleteUnreferenced(Set.of())).isZero();
        clock.advance(Duration.ofMillis(1));
        assertThat(storage.deleteUnreferenced(Set.of())).isEqualTo(1);

        assertThat(names(files)).containsExactly(named.getSha256());
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
