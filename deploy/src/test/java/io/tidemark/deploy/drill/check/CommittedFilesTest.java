package io.tidemark.deploy.drill.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.deploy.error.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommittedFilesTest {
    @TempDir
    Path directory;

    @Test
    void pendingFilesAreNotReadAndDirectoriesAreGoneInto() throws IOException {
        Files.createDirectories(directory.resolve("windows"));
        Files.createDirectories(directory.resolve(".draft"));
        Files.writeString(directory.resolve("part-0.csv"), "a\nb\n");
        Files.writeString(directory.resolve(".part-1.csv"), "pending\n");
        Files.writeString(directory.resolve("windows/part-0.csv"), "c\n");
        Files.writeString(directory.resolve(".draft/part-0.csv"), "hidden\n");

        assertThat(new CommittedFiles(directory).lines()).containsExactly("a", "b", "c");
    }

    @Test
    void theHeadOfEachFileIsLeftOutWhenAskedFor() throws IOException {
        Files.writeString(directory.resolve("part-0.csv"), "head\na\n");
        Files.writeString(directory.resolve("part-1.csv"), "head\n");

        assertThat(new CommittedFiles(directory).linesWithoutHeads()).containsExactly("a");
    }

    @Test
    void packedFilesAreRefusedByName() throws IOException {
        Files.writeString(directory.resolve("part-0.csv.gz"), "x");

        assertThatThrownBy(() -> new CommittedFiles(directory).lines())
                .isInstanceOf(UserError.class)
                .hasMessageContaining("part-0.csv.gz are packed");
    }

    @Test
    void whatWasCommittedAfterACheckpointIsSetAside() throws IOException {
        Files.createDirectories(directory.resolve("out/windows"));
        for (String name : new String[] {"part-0-job-7-9.csv", "part-0-job-7-10.csv", "windows/part-1-job-7-11.csv"}) {
            Files.writeString(directory.resolve("out").resolve(name), name + "\n");
        }
        CommittedFiles committed = new CommittedFiles(directory.resolve("out"));

        assertThat(committed.setAsideAfter(9, directory.resolve("aside"))).isEqualTo(2);
        assertThat(committed.lines()).containsExactly("part-0-job-7-9.csv");
        assertThat(new CommittedFiles(directory.resolve("aside")).files()).hasSize(2);
    }

    @Test
    void aDirectoryThatIsNotThereHoldsNothing() {
        assertThat(new CommittedFiles(directory.resolve("none")).lines()).isEmpty();
    }
}
