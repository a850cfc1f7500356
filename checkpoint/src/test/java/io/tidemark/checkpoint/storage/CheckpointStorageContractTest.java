package io.tidemark.checkpoint.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.FileRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What every kind of storage keeps to. */
@ParameterizedClass
@EnumSource(StorageUnderTest.Kind.class)
class CheckpointStorageContractTest {
    private static final Duration GRACE = Duration.ofMinutes(15);
    private static final String JOB = "job-1";

    @TempDir
    Path directory;

    @Parameter
    StorageUnderTest.Kind kind;

    private final SteppedClock clock = new SteppedClock();
    private StorageUnderTest kept;
    private CheckpointStorage storage;

    @BeforeEach
    void open() {
        kept = kind.make(directory.resolve("storage"));
        storage = kept.open(JOB, clock, GRACE);
    }

    private static String file(FileRef ref) {
        return "files/" + ref.getSha256();
    }

    private static String manifestName(long id) {
        return String.format("checkpoints/chk-%010d.manifest", id);
    }

    private static CheckpointManifest manifest(long id, FileRef... refs) {
        return CheckpointManifest.newBuilder()
                .setFormatVersion(2)
                .setJobId(JOB)
                .setCheckpointId(id)
                .addAllFiles(List.of(refs))
                .build();
    }

    // ------------------------------------------------------------------------------------ files

    @Test
    void a_file_is_stored_under_the_hash_of_its_content_and_comes_back_as_it_was() throws IOException {
        Path source = Files.writeString(directory.resolve("source"), "content");

        FileRef ref = storage.put(source);

        assertThat(ref.getSha256()).isEqualTo("ed7002b439e9ac845f22357d822bac1444730fbdb6016d3ec9432297b9ec9f73");
        assertThat(ref.getBytes()).isEqualTo(7);
        assertThat(kept.list(JOB, "files")).containsExactly(ref.getSha256());
        assertThat(storage.exists(ref)).isTrue();
        assertThat(storage.read(ref)).isEqualTo("content".getBytes(UTF_8));
        Path target = directory.resolve("target");
        storage.fetch(ref, target);
        assertThat(target).hasContent("content");
    }

    @Test
    void bytes_and_files_of_the_same_content_are_one_file() throws IOException {
        FileRef first = storage.put("same".getBytes(UTF_8));

        FileRef second = storage.put(Files.writeString(directory.resolve("source"), "same"));

        assertThat(second).isEqualTo(first);
        assertThat(kept.list(JOB, "files")).containsExactly(first.getSha256());
    }

    @Test
    void empty_files_and_files_of_several_parts_survive() throws IOException {
        byte[] large = new byte[12_000_003];
        new Random(7).nextBytes(large);
        for (byte[] content : List.of(new byte[0], large)) {
            FileRef ref = storage.put(Files.write(directory.resolve("source"), content));

            assertThat(storage.exists(ref)).isTrue();
            assertThat(storage.read(ref)).isEqualTo(content);
            storage.fetch(ref, directory.resolve("target"));
            assertThat(directory.resolve("target")).hasBinaryContent(content);
        }
    }

    @Test
    void a_truncated_file_is_named_and_nothing_is_left_at_the_target() throws IOException {
        FileRef ref = storage.put("content".getBytes(UTF_8));
        kept.write(JOB, file(ref), "conten".getBytes(UTF_8));
        Path target = directory.resolve("target");

        assertThatThrownBy(() -> storage.fetch(ref, target))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining(kept.name(JOB, file(ref)))
                .hasMessageContaining("6 bytes instead of 7")
                .hasMessageContaining("\nPut back a good copy of it, or start the job from another checkpoint.");
        assertThat(target).doesNotExist();
        assertThat(storage.exists(ref)).isFalse();
    }

    @Test
    void a_flipped_bit_is_noticed() throws IOException {
        FileRef ref = storage.put("content".getBytes(UTF_8));
        kept.write(JOB, file(ref), "contenu".getBytes(UTF_8));

        assertThatThrownBy(() -> storage.read(ref))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining(kept.name(JOB, file(ref)))
                .hasMessageContaining("checksum");
        assertThatThrownBy(() -> storage.fetch(ref, directory.resolve("target")))
                .isInstanceOf(CorruptCheckpointException.class);
    }

    @Test
    void a_missing_file_is_named() throws IOException {
        FileRef ref = storage.put("content".getBytes(UTF_8));
        kept.delete(JOB, file(ref));

        assertThatThrownBy(() -> storage.read(ref))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining(kept.name(JOB, file(ref)))
                .hasMessageContaining("missing");
        assertThatThrownBy(() -> storage.fetch(ref, directory.resolve("target")))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining("missing");
        assertThat(storage.exists(ref)).isFalse();
        assertThat(storage.renew(ref)).isFalse();
    }

    @Test
    void a_reference_out_of_a_manifest_cannot_lead_out_of_the_storage() {
        FileRef ref = FileRef.newBuilder().setSha256("../../secret").setBytes(1).build();

        assertThatThrownBy(() -> storage.read(ref)).isInstanceOf(CorruptCheckpointException.class);
    }

    @Test
    void a_file_that_was_damaged_in_place_is_stored_again_by_size() throws IOException {
        FileRef ref = storage.put("content".getBytes(UTF_8));
        kept.write(JOB, file(ref), new byte[0]);

        storage.put("content".getBytes(UTF_8));

        assertThat(storage.read(ref)).isEqualTo("content".getBytes(UTF_8));
    }

    @Test
    void a_check_finds_what_is_damaged_and_a_replacement_is_good_again() throws IOException {
        Path source = Files.writeString(directory.resolve("source"), "content");
        FileRef ref = storage.put(source);
        storage.check(ref);
        kept.write(JOB, file(ref), "contenu".getBytes(UTF_8));
        assertThatThrownBy(() -> storage.check(ref))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining(kept.name(JOB, file(ref)))
                .hasMessageContaining("checksum");

        assertThat(storage.replace(source)).isEqualTo(ref);

        storage.check(ref);
        assertThat(kept.read(JOB, file(ref))).isEqualTo("content".getBytes(UTF_8));
        kept.delete(JOB, file(ref));
        assertThatThrownBy(() -> storage.check(ref))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining("missing");
    }

    // ------------------------------------------------------------------------------------ manifests

    @Test
    void a_manifest_comes_back_as_it_was() throws IOException {
        CheckpointManifest manifest = manifest(42, storage.put(new byte[] {1}));

        String path = storage.writeManifest(manifest);

        assertThat(path).isEqualTo(kept.name(JOB, manifestName(42)));
        assertThat(kept.list(JOB, "checkpoints")).containsExactly("chk-0000000042.manifest");
        assertThat(storage.readManifest(42)).isEqualTo(manifest);
    }

    @Test
    void manifests_are_listed_in_ascending_order_and_other_names_are_not() throws IOException {
        assertThat(storage.manifestIds()).isEmpty();
        for (long id : new long[] {3, 12_345_678_901L, 1, 20}) {
            storage.writeManifest(manifest(id));
        }
        // What a crash in the middle of writing leaves in a directory.
        kept.write(JOB, "checkpoints/.tmp-chk-0000000099.manifest-1f", "half".getBytes(UTF_8));

        assertThat(storage.manifestIds()).containsExactly(1L, 3L, 20L, 12_345_678_901L);
        storage.deleteManifest(3);
        storage.deleteManifest(3);
        assertThat(storage.manifestIds()).containsExactly(1L, 20L, 12_345_678_901L);
    }

    @Test
    void a_damaged_or_missing_manifest_is_named() throws IOException {
        storage.writeManifest(manifest(1, storage.put(new byte[] {1})));
        byte[] whole = kept.read(JOB, manifestName(1));
        kept.write(JOB, manifestName(1), Arrays.copyOf(whole, whole.length - 1));

        assertThatThrownBy(() -> storage.readManifest(1))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining(kept.name(JOB, manifestName(1)));

        kept.delete(JOB, manifestName(1));
        assertThatThrownBy(() -> storage.readManifest(1))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining(kept.name(JOB, manifestName(1)))
                .hasMessageContaining("missing");
    }

    @Test
    void a_manifest_under_the_wrong_name_is_refused() throws IOException {
        storage.writeManifest(manifest(1));
        kept.write(JOB, manifestName(2), kept.read(JOB, manifestName(1)));

        assertThatThrownBy(() -> storage.readManifest(2))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining("checkpoint 1");
    }

    // ------------------------------------------------------------------------------------ clean-up

    @Test
    void only_old_files_that_nobody_names_or_pins_are_removed() throws IOException {
        FileRef named = storage.put(new byte[] {1});
        FileRef pinned = storage.put(new byte[] {2});
        FileRef orphan = storage.put(new byte[] {3});
        FileRef renewed = storage.put(new byte[] {4});
        FileRef putAgain = storage.put(new byte[] {5});
        storage.writeManifest(manifest(1, named));
        Set<String> pins = Set.of(pinned.getSha256());

        clock.advance(GRACE);
        assertThat(storage.deleteUnreferenced(pins)).isZero();
        clock.advance(Duration.ofMillis(1));
        assertThat(storage.renew(renewed)).isTrue();
        storage.put(new byte[] {5});
        FileRef fresh = storage.put(new byte[] {6});
        assertThat(storage.deleteUnreferenced(pins)).isEqualTo(1);

        assertThat(storage.exists(orphan)).isFalse();
        assertThat(storage.renew(orphan)).isFalse();
        for (FileRef left : List.of(named, pinned, renewed, putAgain, fresh)) {
            assertThat(storage.exists(left)).isTrue();
        }
        assertThat(storage.read(renewed)).containsExactly(4);
        assertThat(kept.list(JOB, "files")).hasSize(5);

        storage.deleteManifest(1);
        clock.advance(GRACE.plusMillis(1));
        assertThat(storage.deleteUnreferenced(Set.of())).isEqualTo(5);
        assertThat(kept.list(JOB, "files")).isEmpty();
    }

    @Test
    void what_nobody_names_goes_soon_after_a_checkpoint_that_was_complete_without_it() throws IOException {
        FileRef named = storage.put(new byte[] {1});
        FileRef orphan = storage.put(new byte[] {2});
        clock.advance(NamedFiles.CLOCKS_APART);
        storage.writeManifest(
                manifest(1, named).toBuilder().setCompletedAtMs(clock.millis()).build());
        FileRef ofTheNext = storage.put(new byte[] {3});
        assertThat(storage.deleteUnreferenced(Set.of())).isZero();

        clock.advance(Duration.ofMillis(1));
        storage.writeManifest(
                manifest(2, named).toBuilder().setCompletedAtMs(clock.millis()).build());
        assertThat(storage.deleteUnreferenced(Set.of())).isEqualTo(1);
        assertThat(storage.exists(orphan)).isFalse();

        // The next checkpoint may be on its way for longer than that.
        clock.advance(NamedFiles.CLOCKS_APART.multipliedBy(3));
        assertThat(storage.deleteUnreferenced(Set.of())).isZero();
        assertThat(storage.exists(ofTheNext)).isTrue();
    }

    @Test
    void a_file_that_is_renewed_again_and_again_is_never_too_old() throws IOException {
        FileRef ref = storage.put(new byte[] {1});
        for (int i = 0; i < 20; i++) {
            clock.advance(GRACE.dividedBy(5));
            assertThat(storage.renew(ref)).isTrue();
            assertThat(storage.deleteUnreferenced(Set.of())).isZero();
        }
    }

    @Test
    void nothing_is_removed_when_a_manifest_cannot_be_read() throws IOException {
        FileRef orphan = storage.put(new byte[] {3});
        storage.writeManifest(manifest(1));
        kept.write(JOB, manifestName(1), new byte[] {1, 2, 3});
        clock.advance(GRACE.multipliedBy(2));

        assertThatThrownBy(() -> storage.deleteUnreferenced(Set.of())).isInstanceOf(CorruptCheckpointException.class);
        assertThat(storage.exists(orphan)).isTrue();
    }

    @Test
    void at_the_end_of_a_job_what_nobody_names_goes_however_young_it_is() throws IOException {
        FileRef named = storage.put(new byte[] {1});
        storage.put(new byte[] {2});
        storage.writeManifest(manifest(1, named));

        assertThat(storage.deleteAbandoned()).isEqualTo(1);

        assertThat(kept.list(JOB, "files")).containsExactly(named.getSha256());
        assertThat(storage.readManifest(1).getFilesList()).containsExactly(named);
        assertThat(storage.deleteAbandoned()).isZero();
    }

    @Test
    void a_job_goes_with_all_that_it_has_and_no_other_with_it() throws IOException {
        CheckpointStorage other = kept.open("job-11", clock, GRACE);
        FileRef ofOther = other.put(new byte[] {1});
        other.writeManifest(manifest(1, ofOther));
        storage.writeManifest(manifest(1, storage.put(new byte[] {1}), storage.put(new byte[] {2})));
        storage.writeManifest(manifest(2));

        storage.deleteAll();
        storage.deleteAll();

        assertThat(storage.manifestIds()).isEmpty();
        assertThat(storage.exists(ofOther)).isFalse();
        assertThat(other.readManifest(1).getFilesList()).containsExactly(ofOther);
        assertThat(other.exists(ofOther)).isTrue();
    }

    @Test
    void jobs_do_not_see_each_other() throws IOException {
        CheckpointStorage other = kept.open("job-2", clock, GRACE);
        CheckpointStorage longer = kept.open("job-11", clock, GRACE);
        FileRef ref = storage.put(new byte[] {1});
        storage.writeManifest(manifest(1, ref));
        clock.advance(GRACE.multipliedBy(2));

        for (CheckpointStorage one : List.of(other, longer)) {
            assertThat(one.manifestIds()).isEmpty();
            assertThat(one.exists(ref)).isFalse();
            assertThat(one.deleteUnreferenced(Set.of())).isZero();
        }
        assertThat(storage.exists(ref)).isTrue();
    }
}
