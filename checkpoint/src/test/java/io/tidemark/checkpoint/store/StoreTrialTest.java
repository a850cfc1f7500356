package io.tidemark.checkpoint.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTrialTest {
    @TempDir
    Path directory;

    @Test
    void nothingIsLeftWhereStateCanBeKept() throws IOException {
        try (NativeMemory memory = NativeMemory.create(8 << 20)) {
            StoreTrial.run(directory.resolve("trial"), new CacheBudget(1 << 20), memory);
        }
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void itFailsWhereNothingCanBeWritten() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        try (NativeMemory memory = NativeMemory.create(8 << 20)) {
            assertThatThrownBy(() -> StoreTrial.run(file.resolve("trial"), new CacheBudget(1 << 20), memory))
                    .isInstanceOf(IOException.class);
        }
    }
}
