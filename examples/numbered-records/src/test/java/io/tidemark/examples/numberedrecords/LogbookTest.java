package io.tidemark.examples.numberedrecords;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogbookTest {
    @TempDir
    Path directory;

    @Test
    void aNewPageKnowsTheHighestNumberOfTheStepsPagesBefore() throws IOException {
        Logbook logbook = new Logbook(directory.toString());
        LogbookPage first = logbook.open("counted-0");
        first.note(7, 1);
        first.note(5, 2);
        logbook.open("read-0").note(100, 1);

        assertThat(first.known()).isEqualTo(-1);
        assertThat(logbook.open("counted-1").known()).isEqualTo(7);
    }

    @Test
    void nothingIsWrittenWithoutADirectory() throws IOException {
        Logbook logbook = new Logbook("");
        logbook.open("read-0").note(1, 1);

        assertThat(logbook.isHurried()).isFalse();
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }
}
