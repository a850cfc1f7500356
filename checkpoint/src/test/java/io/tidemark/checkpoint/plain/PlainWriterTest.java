package io.tidemark.checkpoint.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What people write becomes the bytes that the type's own serializer writes. */
class PlainWriterTest {
    /** With fields that may be null, and one that may not. */
    public record Place(String city, int floor, Integer room) {}

    private static <T> void check(TypeInformation<T> type, Object text, T value) {
        TypeSerializer<T> serializer = type.createSerializer();
        BinaryWriter expected = new BinaryWriter(64);
        serializer.serialize(value, expected);

        assertThat(PlainWriter.write(serializer.schema(), text)).isEqualTo(expected.toByteArray());
    }

    private static void refuse(TypeInformation<?> type, Object text, String... said) {
        assertThatThrownBy(() -> PlainWriter.write(type.createSerializer().schema(), text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(said);
    }

    @Test
    void basicValuesAreWrittenAsTheirTypeIs() {
        check(Types.STRING, "Zürich", "Zürich");
        check(Types.INT, "-7", -7);
        check(Types.LONG, "9000000000", 9_000_000_000L);
        check(Types.DOUBLE, "0.5", 0.5);
        check(Types.BOOLEAN, "true", true);
        check(Types.CHAR, "x", 'x');
        check(Types.INSTANT, "2026-01-01T00:00:00Z", Instant.parse("2026-01-01T00:00:00Z"));
        check(
                Types.UUID,
                "0f8fad5b-d9cb-469f-a165-70867728950e",
                UUID.fromString("0f8fad5b-d9cb-469f-a165-70867728950e"));
    }

    @Test
    void constantsAreTakenInAnyCase() {
        check(TypeInformation.of(DayOfWeek.class), "SUNDAY", DayOfWeek.SUNDAY);
        check(TypeInformation.of(DayOfWeek.class), "monday", DayOfWeek.MONDAY);
        refuse(TypeInformation.of(DayOfWeek.class), "someday", "\"someday\"", "MONDAY, TUESDAY");
    }

    @Test
    void tuplesAndRecordsAreListsInOrderOrMapsByName() {
        check(Types.TUPLE(Types.STRING, Types.LONG), List.of("a", "7"), Tuple2.of("a", 7L));
        TypeInformation<Place> place = TypeInformation.of(Place.class);
        check(place, List.of("Bern", "3", "12"), new Place("Bern", 3, 12));
        check(place, Map.of("floor", "3", "room", "12", "city", "Bern"), new Place("Bern", 3, 12));
        check(place, Arrays.asList(null, "3", null), new Place(null, 3, null));
        check(Types.LIST(Types.INT), List.of("1", "2"), List.of(1, 2));
    }

    @Test
    void aTextThatDoesNotFitSaysWhatIsExpected() {
        refuse(Types.LONG, "seven", "\"seven\" is no ", "a whole number of 64 bits");
        refuse(Types.LONG, List.of("7"), "a list is no ");
        refuse(TypeInformation.of(Place.class), List.of("Bern"), "expected values of city, floor, room");
    }
}
