package io.tidemark.connector.file.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.TypeInformation;
import io.tidemark.connector.file.format.ByteSink;
import io.tidemark.connector.file.format.MalformedFieldException;
import io.tidemark.connector.file.format.ReadFormat;
import io.tidemark.connector.file.format.WriteFormat;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonFormatTest {
    record Reading(String sensor, long value, Instant at, LocalDateTime local, List<Integer> tags) {}

    private static final Reading READING = new Reading(
            "ä\n\"x\"",
            7,
            Instant.parse("2026-01-05T12:00:00.123Z"),
            LocalDateTime.of(2026, 1, 5, 12, 0),
            List.of(1, 2));

    private static <T> T read(ReadFormat<T> format, String line) throws Exception {
        byte[] bytes = ("<<" + line + ">>").getBytes(StandardCharsets.UTF_8);
        return format.createDecoder(null).decode(bytes, 2, bytes.length - 2);
    }

    private static <T> String write(WriteFormat<T> format, T value) throws Exception {
        ByteSink out = new ByteSink(4);
        format.createEncoder().encode(value, out);
        return new String(out.array(), 0, out.size(), StandardCharsets.UTF_8);
    }

    @Test
    void aRecordIsReadBackFromTheLineThatItWasWrittenAs() throws Exception {
        String line = write(JsonFormat.write(), READING);
        assertThat(line)
                .isEqualTo("{\"sensor\":\"ä\\n\\\"x\\\"\",\"value\":7,\"at\":\"2026-01-05T12:00:00.123Z\","
                        + "\"local\":\"2026-01-05T12:00:00\",\"tags\":[1,2]}\n");
        assertThat(read(JsonFormat.read(Reading.class), line.trim())).isEqualTo(READING);
    }

    @Test
    void functionsReadAndWriteAsTheyLike() throws Exception {
        ReadFormat<Long> reading = JsonFormat.read(line -> line.required("a").asLong());
        assertThat(read(reading, "{\"a\":5}")).isEqualTo(5L);
        assertThat(write(JsonFormat.<Long>write(value -> Map.of("a", value)), 5L))
                .isEqualTo("{\"a\":5}\n");
        assertThat(JsonFormat.read(Reading.class).recordType()).isEqualTo(TypeInformation.of(Reading.class));
        assertThat(JsonFormat.read(line -> line.required("a").asText()).recordType())
                .isEqualTo(TypeInformation.of(String.class));
    }

    @Test
    void fieldsThatTheClassDoesNotHaveAreLeftOutAndMissingReferencesAreNull() throws Exception {
        assertThat(read(JsonFormat.read(Reading.class), "{\"value\":1,\"more\":{}}"))
                .isEqualTo(new Reading(null, 1, null, null, null));
    }

    @Test
    void whatIsNotAsExpectedIsNamedByFieldAndValue() {
        ReadFormat<Reading> format = JsonFormat.read(Reading.class);
        assertThatThrownBy(() -> read(format, "{\"value\":\"x\"}"))
                .isInstanceOf(MalformedFieldException.class)
                .hasMessage("column value: 'x' is not a long");
        assertThatThrownBy(() -> read(format, "{\"value\":1,\"tags\":[1,\"b\"]}"))
                .hasMessage("column tags.[1]: 'b' is not a Integer");
        assertThatThrownBy(() -> read(format, "{\"value\":1,\"at\":\"now\"}"))
                .hasMessageStartingWith("column at: 'now' is not a Instant");
        assertThatThrownBy(() -> read(format, "{\"value\":null}"))
                .isInstanceOf(MalformedFieldException.class)
                .hasMessageStartingWith("column value: ");
    }

    @Test
    void whatIsNoJsonIsMalformed() {
        for (String line : List.of("{\"value\":1", "x", "{} {}", "null", "[1]", "{\"value\":1}}")) {
            assertThatThrownBy(() -> read(JsonFormat.read(Reading.class), line))
                    .isInstanceOf(MalformedFieldException.class)
                    .hasMessageNotContaining("\n");
        }
        for (String line : List.of("{\"value\":1", "x", "{} {}")) {
            assertThatThrownBy(() -> read(JsonFormat.read(node -> node.size()), line))
                    .isInstanceOf(MalformedFieldException.class);
        }
    }
}
