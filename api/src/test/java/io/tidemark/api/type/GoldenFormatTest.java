package io.tidemark.api.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.tidemark.api.type.Samples.Color;
import io.tidemark.api.type.Samples.Empty;
import io.tidemark.api.type.Samples.Nine;
import io.tidemark.api.type.Samples.Order;
import io.tidemark.api.type.Samples.Pair;
import io.tidemark.api.type.Samples.Reading;
import io.tidemark.api.type.Samples.Scalars;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes and hashes are in people's savepoints. A change that fails here needs a new format, not new constants. */
class GoldenFormatTest {

    static Stream<Arguments> values() {
        Order order = new Order();
        order.zebra = 7;
        order.setName("n");
        order.items = Arrays.asList("a", null);
        order.price = 2.5;
        order.setOpen(true);
        order.reading = new Reading("s", 1, null, false);
        return Stream.of(
                arguments(Types.STRING, "abc", "0c616263", 96354),
                arguments(Types.STRING, "caf\u00e9", "10636166e9", 3045921),
                arguments(Types.STRING, "\u20ac1", "11e282ac31", 259333),
                arguments(Types.STRING, "\ud83c", "06d83c", 55356),
                arguments(Types.BOOLEAN, true, "01", 1231),
                arguments(Types.BYTE, (byte) -2, "fe", -2),
                arguments(Types.SHORT, (short) -2, "fffe", -2),
                arguments(Types.CHAR, '\u20ac', "20ac", 8364),
                arguments(Types.INT, -2, "fffffffe", -2),
                arguments(Types.LONG, 1L << 40, "0000010000000000", 256),
                arguments(Types.FLOAT, 1.5f, "3fc00000", 1069547520),
                arguments(Types.DOUBLE, -0.1, "bfb999999999999a", 639631363),
                arguments(Types.DOUBLE, Double.NaN, "7ff8000000000000", 2146959360),
                arguments(Types.VOID, null, "00", 0),
                arguments(
                        Types.BIG_INTEGER, new BigInteger("-12345678901234567890"), "09ff54ab567314e0f52e", 1322850470),
                arguments(Types.BIG_DECIMAL, new BigDecimal("1.50"), "04020096", 760021864),
                arguments(Types.INSTANT, Instant.ofEpochSecond(-1, 5), "ffffffffffffffff00000005", 1488391052),
                arguments(Types.DURATION, Duration.ofSeconds(90, 7), "000000000000005a00000007", -103334341),
                arguments(Types.LOCAL_DATE, LocalDate.of(2024, 2, 29), "0000000000004d46", 19782),
                arguments(Types.LOCAL_TIME, LocalTime.of(23, 59, 59, 1), "00004e9455b43601", 1437890709),
                arguments(
                        Types.LOCAL_DATE_TIME,
                        LocalDateTime.of(2024, 2, 29, 1, 2),
                        "0000000000004d460000036221475000",
                        355849671),
                arguments(
                        Types.UUID,
                        UUID.fromString("00112233-4455-6677-8899-aabbccddeeff"),
                        "00112233445566778899aabbccddeeff",
                        383153500),
                arguments(Types.ENUM(Color.class), Color.GREEN, "01", 68081379),
                arguments(Types.PRIMITIVE_ARRAY(boolean[].class), new boolean[] {true, false}, "020100", 607732866),
                arguments(Types.PRIMITIVE_ARRAY(byte[].class), new byte[] {1, -1, 2}, "0301ff02", 1146344326),
                arguments(Types.PRIMITIVE_ARRAY(short[].class), new short[] {1, -1}, "020001ffff", 1806994840),
                arguments(Types.PRIMITIVE_ARRAY(char[].class), new char[] {'a', '\u20ac'}, "02006120ac", 867193508),
                arguments(Types.PRIMITIVE_ARRAY(int[].class), new int[] {1, -1}, "0200000001ffffffff", 1806994840),
                arguments(
                        Types.PRIMITIVE_ARRAY(long[].class),
                        new long[] {1, -1},
                        "020000000000000001ffffffffffffffff",
                        -440515679),
                arguments(
                        Types.PRIMITIVE_ARRAY(float[].class),
                        new float[] {1, Float.NaN},
                        "023f8000007fc00000",
                        792758181),
                arguments(
                        Types.PRIMITIVE_ARRAY(double[].class),
                        new double[] {1, Double.NaN},
                        "023ff00000000000007ff8000000000000",
                        1608086792),
                arguments(Types.LIST(Types.INT), List.of(1, 2), "040000000100000002", 1232366478),
                arguments(Types.LIST(Types.INT), Arrays.asList(1, null), "05010000000100", -440515679),
                arguments(Types.COLLECTION(Types.INT), List.of(1, 2), "040000000100000002", 1232366478),
                arguments(Types.SET(Types.STRING), Set.of("a"), "020461", -533258470),
                arguments(Types.MAP(Types.STRING, Types.INT), Map.of("a", 1), "0204610200000001", 1184277),
                arguments(
                        Types.MAP(Types.STRING, Types.INT),
                        Collections.singletonMap(null, null),
                        "03000300",
                        -15128757),
                arguments(Types.OPTIONAL(Types.INT), Optional.of(1), "0100000001", 651060598),
                arguments(Types.OPTIONAL(Types.INT), Optional.empty(), "00", -430634140),
                arguments(Types.OBJECT_ARRAY(Types.STRING), new String[] {"a", null}, "0501046100", -1731253841),
                arguments(Types.TUPLE(Types.STRING, Types.INT), Tuple2.of("a", 1), "00046100000001", 2067039069),
                arguments(Types.TUPLE(Types.STRING, Types.INT), Tuple2.of(null, 1), "0100000001", 18358916),
                arguments(Types.RECORD(Empty.class), new Empty(), "00", 1),
                arguments(
                        Types.RECORD(Scalars.class),
                        new Scalars(true, (byte) 1, (short) 2, 'c', 4, 5, 6, 7),
                        "01010002006300000004000000000000000540c00000401c000000000000",
                        -935619453),
                arguments(
                        Types.RECORD(Reading.class),
                        new Reading("s", 9, 0.5, true),
                        "00047300000000000000093fe000000000000001",
                        355180146),
                arguments(
                        Types.RECORD(Nine.class),
                        new Nine(null, 1, 2L, Color.RED, null, List.of(), null, new byte[] {1}, new Pair<>("x", null)),
                        "510000000100000000000000020000010100020478",
                        -767497318),
                arguments(
                        Types.RECORD(Nine.class),
                        new Nine(null, null, null, null, null, null, null, null, null),
                        "ff01",
                        2115632247),
                arguments(
                        Types.POJO(Order.class),
                        order,
                        "01040501046100046e400400000000000002047300000000000000010000000007",
                        -1946683302));
    }

    @ParameterizedTest
    @MethodSource("values")
    <T> void bytesAndHashesStayAsTheyAre(TypeInformation<T> type, T value, String bytes, int hash) {
        TypeSerializer<T> serializer = type.createSerializer();
        assertThat(HexFormat.of().formatHex(SerializerLaws.bytes(serializer, value)))
                .isEqualTo(bytes);
        assertThat(serializer.hash(value)).isEqualTo(hash);
        T back = SerializerLaws.read(serializer, HexFormat.of().parseHex(bytes));
        assertThat(value == null ? back == null : serializer.equal(value, back)).isTrue();
    }

    @Test
    void bytesAreHashedAsByMurmurHash3WithSeedOne() {
        assertThat(StableHash.ofBytes(new byte[0], 0, 0)).isEqualTo(0x514E28B7);
        byte[] text = "..hello, world".getBytes(StandardCharsets.US_ASCII);
        assertThat(StableHash.ofBytes(text, 2, 12)).isEqualTo(0x6F5CB2E9);
        assertThat(StableHash.ofBytes(text, 2, 10)).isEqualTo(0x1AAF4505);
    }

    @Test
    void smallNumbersInPairsDoNotCollide() {
        TypeSerializer<Tuple2<Integer, Integer>> serializer =
                Types.TUPLE(Types.INT, Types.INT).createSerializer();
        long distinct = IntStream.range(0, 250_000)
                .map(i -> serializer.hash(Tuple2.of(i / 500, i % 500)))
                .distinct()
                .count();
        assertThat(distinct).isGreaterThan(249_900);
    }

    @Test
    void aSchemaReadsBackAsItWas() {
        SerializerSnapshot schema = Types.MAP(Types.ENUM(Color.class), Types.RECORD(Nine.class))
                .createSerializer()
                .schema();
        BinaryWriter out = new BinaryWriter(16);
        schema.writeTo(out);
        BinaryReader in = new BinaryReader(out.toByteArray());
        assertThat(SerializerSnapshot.readFrom(in)).isEqualTo(schema);
        assertThat(in.remaining()).isZero();
        assertThat(schema.fields().get(0).schema().constants()).containsExactly("RED", "GREEN", "BLUE");
    }

    @Test
    void schemasOfTheFormatWithoutFormerNamesAreStillRead() {
        byte[] version1 = HexFormat.of()
                .parseHex(
                        "01145455504c456c696f2e746964656d61726b2e6170692e747970652e5475706c65320208663001144241534943406a6176612e6c616e672e537472696e6700000866310110454e554d8801696f2e746964656d61726b2e6170692e747970652e53616d706c657324436f6c6f7200030c52454414475245454e10424c554500");
        assertThat(SerializerSnapshot.readFrom(new BinaryReader(version1)))
                .isEqualTo(Types.TUPLE(Types.STRING, Types.ENUM(Color.class))
                        .createSerializer()
                        .schema());
    }

    @Test
    void bytesOfASchemaStayAsTheyAre() {
        BinaryWriter out = new BinaryWriter(16);
        Types.TUPLE(Types.STRING, Types.ENUM(Color.class))
                .createSerializer()
                .schema()
                .writeTo(out);
        assertThat(HexFormat.of().formatHex(out.toByteArray()))
                .isEqualTo(
                        "02145455504c456c696f2e746964656d61726b2e6170692e747970652e5475706c65320208663001144241534943406a6176612e6c616e672e537472696e67000000000866310110454e554d8801696f2e746964656d61726b2e6170692e747970652e53616d706c657324436f6c6f7200030c52454414475245454e10424c55450000000000");
    }
}
