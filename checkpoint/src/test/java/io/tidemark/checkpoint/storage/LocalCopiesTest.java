package io.tidemark.checkpoint.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.checkpoint.proto.FileRef;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies are as good as the storage, never better: what they hold is checked, and what is missing is fetched. */
class LocalCopiesTest {
    @TempDir
    Path directory;

    private LocalCopies copies;
    private CheckpointStorage far;
    private CheckpointStorage storage;

    @BeforeEach
    void open() {
        far = CheckpointStorage.directory(
                directory.resolve("storage"), "job", Clock.systemUTC(), Duration.ofMinutes(15));
        copies = new LocalCopies(directory.resolve("copies"));
        storage = copies.over(far, "job");
    }

    private FileRef put(String name, String content) throws IOException {
        return storage.put(Files.writeString(directory.resolve(name), content));
    }

    private Path copyOf(FileRef ref) {
        return directory.resolve("copies/job").resolve(ref.getSha256());
    }

    private void loseFromStorage(FileRef ref) throws IOException {
        Files.delete(directory.resolve("storage/job/files").resolve(ref.getSha256()));
    }

    @Test
    void whatATaskHasPutComesBackWithoutTheStorage() throws IOException {
        FileRef ref = put("000012.sst", "content");
        loseFromStorage(ref);

        storage.fetch(ref, directory.resolve("back.sst"));

        assertThat(directory.resolve("back.sst")).hasContent("content");
    }

    @Test
    void aProcessThatStartsOnTheSameDirectoryFindsTheCopies() throws IOException {
        FileRef ref = put("000012.sst", "content");
        loseFromStorage(ref);

        LocalCopies later = new LocalCopies(directory.resolve("copies"));
        later.over(far, "job").fetch(ref, directory.resolve("back.sst"));

        assertThat(directory.resolve("back.sst")).hasContent("content");
        assertThat(later.jobIds()).containsExactly("job");
    }

    @Test
    void aDamagedCopyIsNoticedAndTheStorageIsAskedInstead() throws IOException {
        FileRef ref = put("000012.sst", "content");
        Files.delete(copyOf(ref));
        Files.writeString(copyOf(ref), "contenu");

        storage.fetch(ref, directory.resolve("back.sst"));

        assertThat(directory.resolve("back.sst")).hasContent("content");
        assertThat(copyOf(ref)).hasContent("content");
    }

    /** Damages the file that all its names share. */
    private void damage(FileRef ref) throws IOException {
        Files.writeString(copyOf(ref), "contenu");
    }

    @Test
    void aFileThatSeveralTasksOfAnAttemptRestoreIsReadOnce() throws IOException {
        FileRef ref = put("000012.sst", "content");
        storage.fetch(ref, directory.resolve("first.sst"));
        // Nobody does; but only who reads it can tell.
        damage(ref);

        storage.fetch(ref, directory.resolve("second.sst"));

        assertThat(directory.resolve("second.sst")).hasContent("contenu");
    }

    @Test
    void theNextAttemptReadsItAgain() throws IOException {
        FileRef ref = put("000012.sst", "content");
        storage.fetch(ref, directory.resolve("first.sst"));
        damage(ref);

        copies.over(far, "job").fetch(ref, directory.resolve("second.sst"));

        assertThat(directory.resolve("second.sst")).hasContent("content");
    }

    @Test
    void anotherFileUnderTheSameNameIsNotTheOneThatWasFoundGood() throws IOException {
        FileRef ref = put("000012.sst", "content");
        storage.fetch(ref, directory.resolve("first.sst"));
        Files.delete(copyOf(ref));
        Files.writeString(copyOf(ref), "contenu");

        storage.fetch(ref, directory.resolve("second.sst"));

        assertThat(directory.resolve("second.sst")).hasContent("content");
    }

    @Test
    void aCopyIsKeptWhenTheRestoreThatChecksItIsGivenUp() throws IOException {
        FileRef ref = put("000012.sst", "content");
        loseFromStorage(ref);
        Path target = directory.resolve("back.sst");
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> storage.fetch(ref, target)).isInstanceOf(InterruptedIOException.class);

        assertThat(Thread.interrupted()).as("the interrupt goes on").isTrue();
        assertThat(target).doesNotExist();
        storage.fetch(ref, target);
        assertThat(target).hasContent("content");
    }

    @Test
    void whatTheDatabaseChangesIsNeverShared() throws IOException {
        FileRef ref = put("MANIFEST-000004", "content");
        assertThat(copyOf(ref)).doesNotExist();
        Path back = directory.resolve("MANIFEST-000009");
        storage.fetch(ref, back);

        Files.writeString(back, "changed by the database");

        assertThat(far.read(ref)).isEqualTo("content".getBytes());
    }

    @Test
    void aTargetThatSharesItsContentIsReplacedAndNotWrittenOver() throws IOException {
        FileRef first = put("000012.sst", "first");
        FileRef second = put("000013.sst", "second");
        Path target = directory.resolve("000014.sst");
        storage.fetch(first, target);
        far.fetch(second, target);

        assertThat(target).hasContent("second");
        assertThat(far.read(first)).isEqualTo("first".getBytes());
        assertThat(copyOf(first)).hasContent("first");
    }

    @Test
    void aDamagedFileOfTheStorageIsNamedAlsoWhenItWouldBeLinked() throws IOException {
        FileRef ref = far.put("content".getBytes());
        Files.writeString(directory.resolve("storage/job/files").resolve(ref.getSha256()), "contenu");

        assertThatThrownBy(() -> far.fetch(ref, directory.resolve("back.sst")))
                .isInstanceOf(CorruptCheckpointException.class)
                .hasMessageContaining("checksum");
        assertThat(directory.resolve("back.sst")).doesNotExist();
    }

    @Test
    void copiesGoWhenACompleteCheckpointDoesNotNameThemAnyMore() throws IOException {
        FileRef old = put("1.sst", "old");
        FileRef kept = put("2.sst", "kept");
        copies.onSnapshot("job", 1, Set.of(old.getSha256(), kept.getSha256()));
        copies.onComplete("job", 1);
        assertThat(copyOf(old)).exists();

        copies.onSnapshot("job", 2, Set.of(kept.getSha256()));
        assertThat(copyOf(old)).as("checkpoint 2 may yet fail").exists();
        FileRef next = put("3.sst", "of checkpoint 3, which is being written");
        copies.onComplete("job", 2);

        assertThat(copyOf(old)).doesNotExist();
        assertThat(copyOf(kept)).exists();
        assertThat(copyOf(next)).exists();
        copies.onComplete("job", 4);
        assertThat(copyOf(next)).doesNotExist();
    }

    @Test
    void copiesOfAJobThatIsGoneAreDropped() throws IOException {
        put("1.sst", "content");

        copies.drop("job");

        assertThat(directory.resolve("copies/job")).doesNotExist();
        assertThat(copies.jobIds()).isEmpty();
    }
}
