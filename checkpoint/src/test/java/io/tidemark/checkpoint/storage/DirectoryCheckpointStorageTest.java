package io.tidemark.checkpoint.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
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

    /** Goes on only when told to. */
    private static final class SteppedClock extends Clock {
        private Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void advance(Duration duration) {
            now = now.plus(duration);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
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
    void a_file_is_stored_under_the_hash_of_its_content_and_comes_back_as_it_was() throws IOException {
        Path source = Files.writeString(root.resolve("source"), "content");

        FileRef ref = storage.put(source);

        assertThat(ref.getSha256()).isEqualTo("ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73");
        assertThat(ref.getBytes()).isEqualTo(7);
        assertThat(names(files)).containsExactly(ref.getSha256());
        assertThat(storage.exists(ref)).isTrue();
        assertThat(storage.read(ref)).isEqualTo("content".getBytes(UTF_8));
        Path target = root.resolve("target");
        storage.fetch(ref, target);
        assertThat(target).hasContent("content");
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
    void empty_and_large_files_survive() throws IOException {
        byte[] large = new byte[1_000_003];
        Arrays.fill(large, (byte) 7);
        for (byte[] content : List.of(new byte[0], large)) {
            FileRef ref = storage.put(Files.write(root.resolve("source"), content));
            assertThat(storage.read(ref)).isEqualTo(content);
        }
    }

    @Test
    void a_truncated_file_is_named_and_nothing_is_left_at_the_target() throws IOException {
        FileRef ref = storage.put("content".getBytes(UTF_8));
        Path stored = files.resolve(ref.getSha256());
        Files.write(stored, "conten".getBytes(UTF_8));
        Path target = root.resolve("target");

        assertThatThrownBy(() -> storage.fetch(ref, target))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining(stored.toString())
                .hasMessageContaining("6 bytes instead of 7")
                .hasMessageContaining("\nPut back a good copy of it, or start the job from another checkpoint.");
        assertThat(target).doesNotExist();
        assertThat(storage.exists(ref)).isFalse();
    }

    @Test
    void a_flipped_bit_is_noticed() throws IOException {
        FileRef ref = storage.put("content".getBytes(UTF_8));
        Path stored = files.resolve(ref.getSha256());
        Files.write(stored, "contenu".getBytes(UTF_8));

        assertThatThrownBy(() -> storage.read(ref))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining(stored.toString())
                .hasMessageContaining("checksum");
    }

    @Test
    void a_missing_file_is_named() {
        FileRef ref = ContentHash.of("never stored".getBytes(UTF_8));

        assertThatThrownBy(() -> storage.read(ref))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining(ref.getSha256())
                .hasMessageContaining("missing");
    }

    @Test
    void a_reference_out_of_a_manifest_cannot_lead_out_of_the_directory() {
        FileRef ref = FileRef.newBuilder().setSha256("../../secret").setBytes(1).build();

        assertThatThrownBy(() -> storage.read(ref)).isInstanceOf(CorruptCheckpointException.class);
        assertThatThrownBy(() -> CheckpointStorage.directory(root, "../other"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_file_that_was_damaged_in_place_is_stored_again_by_size() throws IOException {
        FileRef ref = storage.put("content".getBytes(UTF_8));
        Files.write(files.resolve(ref.getSha256()), new byte[0]);

        storage.put("content".getBytes(UTF_8));

        assertThat(storage.read(ref)).isEqualTo("content".getBytes(UTF_8));
    }

    @Test
    void a_failed_copy_leaves_no_visible_file() throws IOException {
        Files.createDirectories(files);
        Path source = Files.writeString(root.resolve("source"), "short");

        // As when the source is cut off while it is being copied.
        assertThatThrownBy(() -> DurableFiles.copy(source, files.resolve("target"), 100))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("became shorter");
        assertThat(names(files)).isEmpty();
    }

    @Test
    void a_failed_write_leaves_no_visible_file() throws IOException {
        Path blocked = Files.createDirectories(files.resolve("blocked"));
        Files.writeString(blocked.resolve("child"), "a directory that is not empty cannot be replaced");

        assertThatThrownBy(() -> DurableFiles.write(new byte[10], blocked)).isInstanceOf(IOException.class);
        assertThat(names(files)).containsExactly("blocked");
    }

    @Test
    void a_manifest_comes_back_as_it_was() throws IOException {
        CheckpointManifest manifest = manifest(42, storage.put(new byte[] {1}));

        String path = storage.writeManifest(manifest);

        assertThat(path).endsWith("chk-0000000042.manifest");
        assertThat(names(manifests)).containsExactly("chk-0000000042.manifest");
        assertThat(storage.readManifest(42)).isEqualTo(manifest);
    }

    @Test
    void manifests_are_listed_in_ascending_order_and_temporary_ones_are_not() throws IOException {
        assertThat(storage.manifestIds()).isEmpty();
        for (long id : new long[] {3, 12_345_678_901L, 1, 20}) {
            storage.writeManifest(manifest(id));
        }
        // What a crash in the middle of writing leaves.
        Files.writeString(manifests.resolve(".tmp-chk-0000000099.manifest-1f"), "half");

        assertThat(storage.manifestIds()).containsExactly(1L, 3L, 20L, 12_345_678_901L);
        storage.deleteManifest(3);
        storage.deleteManifest(3);
        assertThat(storage.manifestIds()).containsExactly(1L, 20L, 12_345_678_901L);
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
    void a_manifest_under_the_wrong_name_is_refused() throws IOException {
        storage.writeManifest(manifest(1));
        Files.move(manifests.resolve("chk-0000000001.manifest"), manifests.resolve("chk-0000000002.manifest"));

        assertThatThrownBy(() -> storage.readManifest(2))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining("checkpoint 1");
        assertThatThrownBy(() -> storage.readManifest(1))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining("missing");
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
    void nothing_is_removed_when_a_manifest_cannot_be_read() throws IOException {
        FileRef orphan = storage.put(new byte[] {3});
        storage.writeManifest(manifest(1));
        Files.write(manifests.resolve("chk-0000000001.manifest"), new byte[] {1, 2, 3});
        clock.advance(GRACE.multipliedBy(2));

        assertThatThrownBy(() -> storage.deleteUnreferenced(Set.of())).isInstanceOf(CorruptCheckpointException.class);
        assertThat(storage.exists(orphan)).isTrue();
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

    @Test
    void jobs_do_not_see_each_other() throws IOException {
        CheckpointStorage other = CheckpointStorage.directory(root, "job-2", clock, GRACE);
        FileRef ref = storage.put(new byte[] {1});
        storage.writeManifest(manifest(1, ref));
        clock.advance(GRACE.multipliedBy(2));

        assertThat(other.manifestIds()).isEmpty();
        assertThat(other.exists(ref)).isFalse();
        assertThat(other.deleteUnreferenced(Set.of())).isZero();
        assertThat(storage.exists(ref)).isTrue();
    }
}
