package io.tidemark.api.type;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BasicTypesTest {

    @Property(tries = 200)
    void numbersAndStringsKeepTheLaws(
            @ForAll String string,
            @ForAll boolean z,
            @ForAll byte b,
            @ForAll short s,
            @ForAll char c,
            @ForAll int i,
            @ForAll long l,
            @ForAll float f,
            @ForAll double d) {
        SerializerLaws.hold(Types.STRING, string);
        SerializerLaws.hold(Types.BOOLEAN, z);
        SerializerLaws.hold(Types.BYTE, b);
        SerializerLaws.hold(Types.SHORT, s);
        SerializerLaws.hold(Types.CHAR, c);
        SerializerLaws.hold(Types.INT, i);
        SerializerLaws.hold(Types.LONG, l);
        SerializerLaws.hold(Types.FLOAT, f);
        SerializerLaws.hold(Types.DOUBLE, d);
    }

    @Property(tries = 200)
    void bigNumbersKeepTheLaws(@ForAll BigInteger integer, @ForAll BigDecimal decimal, @ForAll int scale) {
        SerializerLaws.hold(Types.BIG_INTEGER, integer);
        SerializerLaws.hold(Types.BIG_DECIMAL, decimal);
        SerializerLaws.hold(Types.BIG_DECIMAL, new BigDecimal(integer, scale));
    }

    @Property(tries = 200)
    void pointsInTimeKeepTheLaws(
            @ForAll Instant instant,
            @ForAll LocalDateTime dateTime,
            @ForAll long seconds,
            @ForAll @IntRange(max = 999_999_999) int nanos) {
        SerializerLaws.hold(Types.INSTANT, instant);
        SerializerLaws.hold(Types.LOCAL_DATE_TIME, dateTime);
        SerializerLaws.hold(Types.LOCAL_DATE, dateTime.toLocalDate());
        SerializerLaws.hold(Types.LOCAL_TIME, dateTime.toLocalTime());
        SerializerLaws.hold(Types.DURATION, Duration.ofSeconds(seconds, nanos));
    }

    @Property(tries = 200)
    void uuidsKeepTheLaws(@ForAll long high, @ForAll long low) {
        SerializerLaws.hold(Types.UUID, new UUID(high, low));
    }

    @Test
    void theExtremesOfTimeKeepTheLaws() {
        SerializerLaws.hold(Types.INSTANT, Instant.MIN);
        SerializerLaws.hold(Types.INSTANT, Instant.MAX);
        SerializerLaws.hold(Types.LOCAL_DATE, LocalDate.MIN);
        SerializerLaws.hold(Types.LOCAL_DATE, LocalDate.MAX);
        SerializerLaws.hold(Types.LOCAL_TIME, LocalTime.MIN);
        SerializerLaws.hold(Types.LOCAL_TIME, LocalTime.MAX);
        SerializerLaws.hold(Types.LOCAL_DATE_TIME, LocalDateTime.MIN);
        SerializerLaws.hold(Types.LOCAL_DATE_TIME, LocalDateTime.MAX);
    }

    @ParameterizedTest
    @EnumSource
    void everyConstantOfAnEnumKeepsTheLaws(Samples.Color color) {
        SerializerLaws.hold(Types.ENUM(Samples.Color.class), color);
    }

    @Test
    void theOnlyValueOfVoidIsNull() {
        TypeSerializer<Void> serializer = Types.VOID.createSerializer();
        assertThat(SerializerLaws.read(serializer, SerializerLaws.bytes(serializer, null)))
                .isNull();
        assertThat(serializer.copy(null)).isNull();
        assertThat(serializer.equal(null, null)).isTrue();
        assertThat(serializer.hash(null)).isZero();
    }

    @Property(tries = 200)
    void arraysOfPrimitivesKeepTheLaws(
            @ForAll boolean[] z,
            @ForAll byte[] b,
            @ForAll short[] s,
            @ForAll char[] c,
            @ForAll int[] i,
            @ForAll long[] l,
            @ForAll float[] f,
            @ForAll double[] d) {
        SerializerLaws.hold(Types.PRIMITIVE_ARRAY(boolean[].class), z);
        SerializerLaws.hold(Types.PRIMITIVE_ARRAY(byte[].class), b);
        SerializerLaws.hold(Types.PRIMITIVE_ARRAY(short[].class), s);
        SerializerLaws.hold(Types.PRIMITIVE_ARRAY(char[].class), c);
        SerializerLaws.hold(Types.PRIMITIVE_ARRAY(int[].class), i);
        SerializerLaws.hold(Types.PRIMITIVE_ARRAY(long[].class), l);
        SerializerLaws.hold(Types.PRIMITIVE_ARRAY(float[].class), f);
        SerializerLaws.hold(Types.PRIMITIVE_ARRAY(double[].class), d);
    }

    @Property
    void bytesThatNobodyWroteAreAValueOrCorruptAndNothingElse(@ForAll byte[] bytes) {
        for (TypeInformation<?> type : new TypeInformation<?>[] {
            Types.STRING,
            Types.BIG_DECIMAL,
            Types.INSTANT,
            Types.DURATION,
            Types.LOCAL_DATE_TIME,
            Types.ENUM(Samples.Color.class),
            Types.PRIMITIVE_ARRAY(long[].class),
            Types.LIST(Types.STRING),
            Types.SET(Types.BOOLEAN),
            Types.MAP(Types.BYTE, Types.OPTIONAL(Types.BYTE)),
            Types.OBJECT_ARRAY(Types.BIG_INTEGER),
            Types.RECORD(Samples.Nine.class),
            Types.POJO(Samples.Order.class)
        }) {
            try {
                SerializerLaws.read(type.createSerializer(), bytes);
            } catch (CorruptDataException e) {
                assertThat(e).hasMessageStartingWith("Corrupt data at byte ");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 3})
    void aConstantThatAnEnumDoesNotHaveIsCorrupt(int ordinal) {
        BinaryWriter out = new BinaryWriter(8);
        out.writeVarInt(ordinal);
        TypeSerializer<Samples.Color> serializer =
                Types.ENUM(Samples.Color.class).createSerializer();
        assertThatThrownBy(() -> SerializerLaws.read(serializer, out.toByteArray()))
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining("Samples$Color has 3 constants, none of number " + ordinal);
    }

    @Test
    void zeroAndMinusZeroAreTwoKeysAndAllNanAreOne() {
        TypeSerializer<Double> serializer = Types.DOUBLE.createSerializer();
        double otherNan = Double.longBitsToDouble(0x7ff8_0000_0000_0001L);
        assertThat(serializer.equal(0.0, -0.0)).isFalse();
        assertThat(serializer.hash(0.0)).isNotEqualTo(serializer.hash(-0.0));
        assertThat(serializer.equal(Double.NaN, otherNan)).isTrue();
        assertThat(serializer.hash(otherNan)).isEqualTo(serializer.hash(Double.NaN));
        assertThat(SerializerLaws.bytes(serializer, otherNan)).isEqualTo(SerializerLaws.bytes(serializer, Double.NaN));
    }

    @Property(tries = 200)
    void timesWithZonesKeepTheLaws(@ForAll ZonedDateTime time, @ForAll ZoneOffset offset, @ForAll Period period) {
        SerializerLaws.hold(Types.ZONED_DATE_TIME, time);
        SerializerLaws.hold(Types.ZONED_DATE_TIME, time.withFixedOffsetZone());
        SerializerLaws.hold(Types.OFFSET_DATE_TIME, time.toLocalDateTime().atOffset(offset));
        SerializerLaws.hold(Types.OFFSET_TIME, time.toLocalTime().atOffset(offset));
        SerializerLaws.hold(Types.YEAR, Year.from(time));
        SerializerLaws.hold(Types.YEAR_MONTH, YearMonth.from(time));
        SerializerLaws.hold(Types.MONTH_DAY, MonthDay.from(time));
        SerializerLaws.hold(Types.ZONE_ID, time.getZone());
        SerializerLaws.hold(Types.ZONE_ID, offset);
        SerializerLaws.hold(Types.ZONE_OFFSET, offset);
        SerializerLaws.hold(Types.PERIOD, period);
    }

    @Test
    void bothTimesOfAnHourThatComesTwiceComeBack() {
        ZonedDateTime first = ZonedDateTime.of(2026, 10, 25, 2, 30, 0, 0, ZoneId.of("Europe/Berlin"));
        for (ZonedDateTime time : List.of(first, first.withLaterOffsetAtOverlap())) {
            byte[] bytes = SerializerLaws.bytes(Types.ZONED_DATE_TIME.createSerializer(), time);
            assertThat(SerializerLaws.read(Types.ZONED_DATE_TIME.createSerializer(), bytes))
                    .isEqualTo(time);
        }
    }

    @Test
    void zonesOffsetsAndMonthsThatAreNoneAreCorrupt() {
        assertThatThrownBy(() -> SerializerLaws.read(Types.ZONE_ID.createSerializer(), new byte[] {4, 'x'}))
                .isInstanceOf(CorruptDataException.class)
                .hasMessageContaining("no time zone");
        assertThatThrownBy(() -> SerializerLaws.read(Types.ZONE_OFFSET.createSerializer(), new byte[] {1, 0, 0, 0}))
                .isInstanceOf(CorruptDataException.class);
        assertThatThrownBy(() -> SerializerLaws.read(Types.YEAR_MONTH.createSerializer(), new byte[] {0, 0, 7, 0, 13}))
                .isInstanceOf(CorruptDataException.class);
        assertThatThrownBy(() -> SerializerLaws.read(Types.MONTH_DAY.createSerializer(), new byte[] {2, 30}))
                .isInstanceOf(CorruptDataException.class);
        assertThatThrownBy(() -> SerializerLaws.read(Types.YEAR.createSerializer(), new byte[] {127, 0, 0, 0}))
                .isInstanceOf(CorruptDataException.class);
    }
}
