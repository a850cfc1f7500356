package io.tidemark.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** README's first command. */
class QuickstartIT {
    @TempDir
    Path directory;

    @Test
    void theNumbersAndTheRowsAreRightAndNoProcessIsLeft() throws Exception {
        Path output = directory.resolve("output");

        Cli.Ended ended = new Cli(directory).run("quickstart", "--output", output);

        assertThat(ended.status()).as("%s", ended).isZero();
        assertThat(ended.took()).isLessThan(Duration.ofMinutes(2));
        assertThat(numbers(ended.out()))
                .contains(
                        List.of("5", "585", "15", "98", "119"),
                        List.of("0", "575", "25", "210", "119"),
                        List.of("30", "597", "3", "9", "119"),
                        List.of("no", "600", "0", "0", "119", "32,468"));
        assertThat(rows(output.resolve("delay-5/results"))).isEqualTo(expected("delay-5"));
        assertThat(rows(output.resolve("delay-0/results"))).isEqualTo(expected("delay-0"));
        assertThat(rows(output.resolve("delay-30/results"))).isEqualTo(expected("delay-30"));
        assertThat(rows(output.resolve("delay-0/late-by-watermark"))).hasSize(210);
        assertThat(rows(output.resolve("delay-0/dropped-by-windows"))).hasSize(25);
        assertThat(Cli.processesOf(directory)).isEmpty();
    }

    /** The table's lines, as words. */
    private static List<List<String>> numbers(List<String> out) {
        return out.stream()
                .map(line -> Stream.of(line.strip().split("\\s+"))
                        .filter(word -> !word.equals("s") && !word.equals("limit"))
                        .toList())
                .filter(words -> words.size() > 5)
                .map(words -> words.get(0).equals("no") ? words.subList(0, 6) : words.subList(0, 5))
                .toList();
    }

    private static List<String> rows(Path files) throws IOException {
        List<String> rows = new ArrayList<>();
        try (Stream<Path> parts = Files.list(files)) {
            for (Path part : parts.toList()) {
                rows.addAll(Files.readAllLines(part));
            }
        }
        rows.removeIf(row -> row.startsWith("window_start,") || row.startsWith("sensor_id,"));
        return rows.stream().sorted().toList();
    }

    private static List<String> expected(String name) throws IOException {
        try (InputStream rows = QuickstartIT.class.getResourceAsStream("/sensor-lab/expected/" + name + ".csv")) {
            return new String(rows.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .skip(1)
                    .sorted()
                    .toList();
        }
    }
}
