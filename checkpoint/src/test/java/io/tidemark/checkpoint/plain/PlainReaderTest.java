package io.tidemark.checkpoint.plain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.CorruptDataException;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.SerializerSnapshot.Kind;
import io.tidemark.api.type.TypeHint;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class PlainReaderTest {
    public enum Color {
        RED,
        GREEN
    }

    public record Reading(String sensor, long at, Double value, boolean ok, Color color) {}

    /** Reads its bytes back to front, and knows where they end by a mark. */
    private static final class Backwards implements TypeSerializer<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void serialize(String value, BinaryWriter out) {
            out.writeBytes(value.getBytes(), 0, value.length());
            out.writeByte(0);
        }

        @Override
        public String deserialize(BinaryReader in) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String copy(String value) {
            return value;
        }

        @Override
        public boolean isImmutable() {
            return true;
        }

        @Override
        public int hash(String value) {
            return 0;
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(Kind.CUSTOM, "com.example.Mark");
        }
    }

    static <T> byte[] bytesOf(TypeSerializer<T> serializer, T value) {
        BinaryWriter out = new BinaryWriter(16);
        serializer.serialize(value, out);
        return out.toByteArray();
    }

    private static <T> Object plain(TypeInformation<T> type, T value) {
        TypeSerializer<T> serializer = type.createSerializer();
        return PlainReader.of(serializer.schema()).read(bytesOf(serializer, value));
    }

    @Property(tries = 1000)
    void a_value_of_any_type_is_read_by_its_schema_alone_as_its_own_serializer_reads_it(@ForAll long seed) {
        RandomValues.Sample sample = new RandomValues(seed).sample(4);
        byte[] bytes = bytesOf(sample.serializer(), sample.value());

        Object read = PlainReader.of(sample.serializer().schema()).read(bytes);

        assertThat(read).usingRecursiveComparison().isEqualTo(sample.plain());
        assertThat(PlainText.of(read)).isEqualTo(PlainText.of(sample.plain()));
    }

    @Property(tries = 1000)
    void damaged_bytes_are_told_or_read_as_something_else_but_nothing_worse(@ForAll long seed) {
        RandomValues random = new RandomValues(seed);
        RandomValues.Sample sample = random.sample(4);
        byte[] bytes = random.damage(bytesOf(sample.serializer(), sample.value()));
        try {
            PlainText.of(PlainReader.of(sample.serializer().schema()).read(bytes));
        } catch (CorruptDataException e) {
            assertThat(e).hasMessageContaining(" ");
        }
    }

    @Test
    void a_record_is_a_structure_with_its_fields_in_order() {
        Object read = plain(TypeInformation.of(Reading.class), new Reading("a\"1", 7, null, true, Color.GREEN));

        assertThat(read).isInstanceOf(Structure.class);
        assertThat(PlainText.of(read)).isEqualTo("Reading{sensor=\"a\\\"1\", at=7, value=null, ok=true, color=GREEN}");
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sensor", "a\"1");
        json.put("at", 7L);
        json.put("value", null);
        json.put("ok", true);
        json.put("color", "GREEN");
        assertThat(PlainJson.of(read)).isEqualTo(json);
    }

    @Test
    void a_generic_value_is_bytes_with_the_name_of_its_type_and_what_follows_it_is_read() {
        TypeInformation<?> list = Types.TUPLE(Types.GENERIC(StringBuilder.class), Types.INT);
        Object read = plain(cast(list), io.tidemark.api.type.Tuple2.of(new StringBuilder("hidden"), 42));

        Structure tuple = (Structure) read;
        assertThat(tuple.fields().get("f0"))
                .isInstanceOfSatisfying(
                        Opaque.class, opaque -> assertThat(opaque.typeName()).isEqualTo("java.lang.StringBuilder"));
        assertThat(tuple.fields()).containsEntry("f1", 42);
        assertThat(PlainText.of(tuple)).startsWith("(StringBuilder<").endsWith(", 42)");
    }

    @SuppressWarnings("unchecked")
    private static <T> TypeInformation<T> cast(TypeInformation<?> type) {
        return (TypeInformation<T>) type;
    }

    @Test
    void behind_a_custom_value_of_unknown_length_nothing_is_made_up() {
        SerializerSnapshot schema = SerializerSnapshot.of(Kind.RECORD, "com.example.Pair")
                .withField("before", false, Types.INT.createSerializer().schema())
                .withField("mark", false, new Backwards().schema())
                .withField("after", true, Types.STRING.createSerializer().schema());
        BinaryWriter out = new BinaryWriter(16);
        out.writeInt(5);
        new Backwards().serialize("xyz", out);
        out.writeByte(0);
        out.writeString("end");

        Structure read = (Structure) PlainReader.of(schema).read(out.toByteArray());

        assertThat(read.fields())
                .containsEntry("before", 5)
                .containsEntry("after", new Opaque("java.lang.String", null));
        assertThat(((Opaque) read.fields().get("mark")).bytes()).startsWith('x', 'y', 'z', 0);
        assertThat(PlainText.of(read)).endsWith(", after=String<unknown>}");
    }

    @Test
    void a_basic_type_of_a_later_release_is_opaque_and_no_error() {
        SerializerSnapshot schema = SerializerSnapshot.of(Kind.BASIC, "java.time.MonthDay");

        assertThat(PlainReader.of(schema).read(new byte[] {1, 2}))
                .isEqualTo(new Opaque("java.time.MonthDay", new byte[] {1, 2}));
    }

    @Test
    void bytes_left_over_are_an_error() {
        SerializerSnapshot schema = Types.INT.createSerializer().schema();

        assertThatExceptionOfType(CorruptDataException.class)
                .isThrownBy(() -> PlainReader.of(schema).read(new byte[5]))
                .withMessageContaining("1 bytes more");
    }

    @Test
    void numbers_that_json_does_not_have_are_strings_and_bytes_are_base64() {
        assertThat(PlainJson.of(List.of(Double.NaN, Float.POSITIVE_INFINITY, 1.5)))
                .isEqualTo(List.of("NaN", "Infinity", 1.5));
        assertThat(PlainJson.of(new byte[] {1, 2, 3})).isEqualTo("AQID");
        assertThat(PlainJson.of(Optional.of(Instant.EPOCH))).isEqualTo("1970-01-01T00:00:00Z");
        assertThat(PlainJson.of(Map.of(1, BigInteger.TEN))).isEqualTo(Map.of("1", BigInteger.TEN));
        assertThat(PlainJson.of(Map.of(List.of(1), "x"))).isEqualTo(List.of(Map.of("key", List.of(1), "value", "x")));
        assertThat(PlainJson.of(new BigDecimal("1.50"))).isEqualTo(new BigDecimal("1.50"));
    }

    @Test
    void a_string_shows_what_would_move_the_cursor_and_half_a_surrogate_pair() {
        assertThat(PlainText.of("a\n\u001b[2J\ud83d é 😀")).isEqualTo("\"a\\n\\u001b[2J\\ud83d é 😀\"");
    }

    @Test
    void a_schema_is_a_line_much_as_the_type_is_written() {
        TypeInformation<?> type = TypeInformation.of(new TypeHint<Map<String, List<Reading>>>() {});

        assertThat(SchemaLine.of(type.createSerializer().schema()))
                .isEqualTo("Map<String, List<Reading{sensor: String, at: Long, value: Double, ok: Boolean, "
                        + "color: Color[RED, GREEN]}>>");
        assertThat(SchemaLine.of(
                        TypeInformation.of(int[].class).createSerializer().schema()))
                .isEqualTo("int[]");
        assertThat(Arrays.asList(
                        SchemaLine.of(Types.GENERIC(StringBuilder.class)
                                .createSerializer()
                                .schema()),
                        SchemaLine.of(new Backwards().schema())))
                .containsExactly("StringBuilder (by Kryo)", "Mark (by its own serializer)");
    }
}
