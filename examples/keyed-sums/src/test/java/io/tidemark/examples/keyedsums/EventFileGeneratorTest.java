package io.tidemark.examples.keyedsums;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventFileGeneratorTest {
    private static final int EVENTS = 200_000;
    private static final int KEYS = 100;

    @TempDir
    Path directory;

    private List<long[]> events;

    @BeforeEach
    void generate() throws Exception {
        Path file = directory.resolve("events.csv");
        EventFileGenerator.generate(file, EVENTS, KEYS, 1);
        events = Files.readAllLines(file).stream()
                .map(line -> line.split(",", -1))
                .map(cells -> new long[] {Long.parseLong(cells[0]), Long.parseLong(cells[1]), Long.parseLong(cells[2])})
                .toList();
    }

    @Test
    void thereAreAsManyEventsAndKeysAsAskedFor() {
        Set<Long> keys = new HashSet<>();
        events.forEach(event -> keys.add(event[0]));
        assertThat(events).hasSize(EVENTS);
        assertThat(keys).hasSize(KEYS).allMatch(key -> key >= 0 && key < KEYS);
    }

    @Test
    void noEventIsMoreThanHalfASecondOlderThanTheNewestBeforeIt() {
        long newest = 0;
        long mostDisorder = 0;
        for (int i = 0; i < EVENTS; i++) {
            long timestampMs = events.get(i)[1];
            assertThat(timestampMs).isBetween(i / 1000L, i / 1000L + 500);
            mostDisorder = Math.max(mostDisorder, newest - timestampMs);
            newest = Math.max(newest, timestampMs);
        }
        assertThat(mostDisorder).isBetween(400L, 500L);
    }

    @Test
    void theSameArgumentsGiveTheSameFileAndAnotherSeedAnother() throws Exception {
        Path first = directory.resolve("events.csv");
        Path again = directory.resolve("again.csv");
        EventFileGenerator.generate(again, EVENTS, KEYS, 1);
        assertThat(Files.mismatch(first, again)).isEqualTo(-1);
        EventFileGenerator.generate(again, EVENTS, KEYS, 2);
        assertThat(Files.mismatch(first, again)).isNotEqualTo(-1);
    }
}
