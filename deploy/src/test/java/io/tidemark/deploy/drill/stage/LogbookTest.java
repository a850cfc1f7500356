package io.tidemark.deploy.drill.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.deploy.error.UserError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogbookTest {
    @TempDir
    Path directory;

    private Logbook logbook;

    @BeforeEach
    void open() {
        logbook = new Logbook(directory);
    }

    @Test
    void recordsThatALaterLifeMadeAgainAreReplayed() throws IOException {
        page("read-0-a", 1_000, -1, 0, 99, 1_001, 1_001);
        page("read-0-b", 2_000, 99, 60, 120, 2_001, 2_002);
        // A life that ended before its first record.
        page("read-0-c", 2_500, 120, -1, -1, 0, 0);
        page("read-0-d", 3_000, 120, 110, 200, 3_001, 3_002);

        assertThat(logbook.replayed()).isEqualTo(40 + 11);
        assertThat(logbook.highestRead()).isEqualTo(200);
        assertThat(logbook.firstReadSince(2_000)).isEqualTo(60);
        assertThat(logbook.firstReadSince(4_000)).isEqualTo(-1);
    }

    @Test
    void theFirstNewResultIsTheFirstOfAnySubtaskThatBeganAfterTheFault() throws IOException {
        page("counted-0-a", 1_000, -1, 0, 99, 1_001, 1_001);
        page("counted-0-b", 2_000, 99, 60, 120, 2_001, 2_050);
        page("counted-1-b", 2_000, 99, 61, 119, 2_001, 2_040);
        page("counted-1-c", 2_020, 99, -1, -1, 0, 0);

        assertThat(logbook.firstNewResultMs(1_500)).hasValue(2_040);
        assertThat(logbook.firstNewResultMs(2_010)).isEmpty();
    }

    @Test
    void aLogbookThatNobodyBeganIsEmpty() {
        Logbook none = new Logbook(directory.resolve("none"));
        assertThat(none.highestRead()).isEqualTo(-1);
        assertThat(none.replayed()).isZero();
    }

    @Test
    void aPageOfAnotherLayoutIsRefused() {
        assertThatThrownBy(() -> Logbook.page(new byte[47])).isInstanceOf(UserError.class);
    }

    private void page(String name, long... numbers) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
        for (long number : numbers) {
            bytes.putLong(number);
        }
        Files.write(directory.resolve(name + ".page"), bytes.array());
    }
}
