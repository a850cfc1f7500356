package io.tidemark.examples.sensorlab;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.StreamExecutionEnvironment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The job on a cluster in this process, against what is known of the data. */
class SensorLabTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"none,1,0,0", "0,1,25,210", "5,1,15,98", "30,1,3,9", "5,3,15,98"})
    void resultsAndLateRowsAreThoseOfTheIndependentModel(
            String delay, int parallelism, int dropped, int lateByWatermark) throws Exception {
        assertNumbers(resource("events.csv"), parallelism, delay, dropped, lateByWatermark);
    }

    @Test
    void aDirectoryOfFilesThatFollowEachOtherGivesTheNumbersOfOneFile() throws Exception {
        List<String> lines = Files.readAllLines(resource("events.csv"));
        Path events = Files.createDirectory(directory.resolve("events"));
        for (int i = 0; i < lines.size(); i += 100) {
            Files.write(events.resolve("events-" + i / 100 + ".csv"), lines.subList(i, i + 100));
        }
        assertNumbers(events, 1, "5", 15, 98);
    }

    private void assertNumbers(Path events, int parallelism, String delay, int dropped, int lateByWatermark)
            throws Exception {
        Path output = directory.resolve("totals");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(parallelism);
        SensorLab.describe(env, Arguments.parse(new String[] {
            "--input", events.toString(),
            "--delay-seconds", delay,
            "--output", output.toString(),
            "--report", directory.toString()
        }));
        env.execute("sensor lab test");

        assertThat(rows(output)).isEqualTo(rowsOf(resource("expected/delay-" + delay + ".csv")));
        assertThat(rows(directory.resolve("dropped-by-windows"))).hasSize(dropped);
        assertThat(rows(directory.resolve("late-by-watermark"))).hasSize(lateByWatermark);
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(SensorLabTest.class.getResource("/sensor-lab/" + name).toURI());
    }

    /** All rows of a sink's files, without their headers, sorted. */
    private static List<String> rows(Path sinkDirectory) throws IOException {
        if (!Files.exists(sinkDirectory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(sinkDirectory)) {
            return files.filter(file -> file.getFileName().toString().startsWith("part-"))
                    .flatMap(file -> rowsOf(file).stream())
                    .sorted()
                    .toList();
        }
    }

    private static List<String> rowsOf(Path file) {
        try {
            return Files.readAllLines(file).stream().skip(1).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
