package io.tidemark.deploy.drill.check;

import static org.assertj.core.api.Assertions.assertThat;

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
    void aDirectoryThatIsNotThereHoldsNothing() {
        assertThat(new CommittedFiles(directory.resolve("none")).lines()).isEmpty();
    }
}
