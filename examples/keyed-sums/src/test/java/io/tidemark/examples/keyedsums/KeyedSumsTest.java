package io.tidemark.examples.keyedsums;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.StreamExecutionEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The job on a cluster in this process, against the plain program. */
class KeyedSumsTest {
    /** More than one range of the file source, so that all readers have some. */
    private static final int EVENTS = 500_000;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theSumsAreThoseOfThePlainProgramAtAnyParallelism(int parallelism) throws Exception {
        Path events = directory.resolve("events.csv");
        EventFileGenerator.generate(events, EVENTS, 1000, 7);
        Path output = directory.resolve("sums");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(parallelism);
        env.enableCheckpointing(200);
        KeyedSums.describe(
                env,
                KeyedSums.Arguments.parse(new String[] {"--input", events.toString(), "--output", output.toString()}));
        env.execute("keyed sums test");

        List<String> rows = new ArrayList<>();
        try (Stream<Path> files = Files.list(output)) {
            for (Path file : files.toList()) {
                rows.addAll(Files.readAllLines(file));
            }
        }
        Collections.sort(rows);
        assertThat(rows).isEqualTo(PlainSums.lines(events));
    }
}
