package io.tidemark.examples.countwithtimeout;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.StreamExecutionEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The job on a cluster in this process. */
class CountWithTimeoutTest {
    @TempDir
    Path directory;

    private List<String> run(String input) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        CountWithTimeoutJob.describe(env, input, directory.resolve("counts").toString());
        env.execute("count with timeout test");
        return rows(directory.resolve("counts"));
    }

    private static List<String> rows(Path sinkDirectory) throws IOException {
        List<String> rows = new ArrayList<>();
        try (Stream<Path> files = Files.list(sinkDirectory)) {
            for (Path file : files.toList()) {
                rows.addAll(Files.readAllLines(file));
            }
        }
        Collections.sort(rows);
        return rows;
    }

    @Test
    void aKeyIsCountedUntilItHasBeenQuietForAMinute() throws Exception {
        // a: three events less than a minute apart, a pause, two exactly a minute apart. b: alone, a pause, one that is
        // older than the newest event, one less than a minute later. c: alone.
        Path events = Files.writeString(
                directory.resolve("events.csv"),
                String.join(
                        "\n",
                        "a,0",
                        "b,1000",
                        "a,59000",
                        "a,118999",
                        "c,130000",
                        "b,126000",
                        "b,185999",
                        "a,300000",
                        "a,360000",
                        ""));
        assertThat(run(events.toString())).containsExactly("a,2", "a,3", "b,1", "b,2", "c,1");
    }

    @Test
    void theMadeUpEventsGiveACountForEachKeyAndBurst() throws Exception {
        assertThat(run(null)).hasSize(50).allMatch(row -> row.matches("key-\\d,20"));
    }
}
