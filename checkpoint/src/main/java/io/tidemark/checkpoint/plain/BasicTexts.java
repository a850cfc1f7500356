package io.tidemark.checkpoint.plain;

import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** Texts as values of the types that every release knows. */
final class BasicTexts {
    /** How a type's texts are read, and what writes the value. */
    private record Format(Function<String, Object> parser, TypeSerializer<Object> serializer, String expected) {}

    private static final Map<String, Format> FORMATS = formats();

    private BasicTexts() {}

    private static Map<String, Format> formats() {
        Map<String, Format> formats = new HashMap<>();
        add(formats, Types.STRING, text -> text, "text");
        add(formats, Types.BOOLEAN, BasicTexts::bool, "true or false");
        add(formats, Types.BYTE, Byte::valueOf, "a whole number from -128 to 127");
        add(formats, Types.SHORT, Short::valueOf, "a whole number of 16 bits");
        add(formats, Types.CHAR, BasicTexts::character, "one character");
        add(formats, Types.INT, Integer::valueOf, "a whole number of 32 bits");
        add(formats, Types.LONG, Long::valueOf, "a whole number of 64 bits");
        add(formats, Types.FLOAT, Float::valueOf, "a number such as 0.5");
        add(formats, Types.DOUBLE, Double::valueOf, "a number such as 0.5");
        add(formats, Types.BIG_INTEGER, BigInteger::new, "a whole number");
        add(formats, Types.BIG_DECIMAL, BigDecimal::new, "a number such as 0.5");
        add(formats, Types.INSTANT, Instant::parse, "a time such as 2026-01-01T00:00:00Z");
        add(formats, Types.DURATION, Duration::parse, "a time span such as PT10S");
        add(formats, Types.LOCAL_DATE, LocalDate::parse, "a date such as 2026-01-01");
        add(formats, Types.LOCAL_TIME, LocalTime::parse, "a time of day such as 23:59:00");
        add(formats, Types.LOCAL_DATE_TIME, LocalDateTime::parse, "a date and time such as 2026-01-01T00:00:00");
        add(
                formats,
                Types.OFFSET_DATE_TIME,
                OffsetDateTime::parse,
                "a date and time such as 2026-01-01T00:00:00+01:00");
        add(
                formats,
                Types.ZONED_DATE_TIME,
                ZonedDateTime::parse,
                "a date and time such as 2026-01-01T00:00:00+01:00[Europe/Berlin]");
        add(formats, Types.OFFSET_TIME, OffsetTime::parse, "a time of day such as 23:59:00+01:00");
        add(formats, Types.YEAR, text -> Year.of(Integer.parseInt(text)), "a year such as 2026");
        add(formats, Types.MONTH_DAY, MonthDay::parse, "a day of the year such as --12-24");
        add(formats, Types.YEAR_MONTH, YearMonth::parse, "a month such as 2026-01");
        add(formats, Types.PERIOD, Period::parse, "a time span such as P1M");
        add(formats, Types.ZONE_ID, ZoneId::of, "a time zone such as Europe/Berlin");
        add(formats, Types.ZONE_OFFSET, ZoneOffset::of, "an offset such as +01:00");
        add(formats, Types.UUID, UUID::fromString, "a UUID");
        return formats;
    }

    @SuppressWarnings("unchecked")
    private static <T> void add(
            Map<String, Format> formats, TypeInformation<T> type, Function<String, T> parser, String expected) {
        TypeSerializer<Object> serializer = (TypeSerializer<Object>) type.createSerializer();
        formats.put(serializer.schema().typeName(), new Format(parser::apply, serializer, expected));
    }

    private static Boolean bool(String text) {
        if (text.equals("true") || text.equals("false")) {
            return Boolean.valueOf(text);
        }
        throw new IllegalArgumentException(text);
    }

    private static Character character(String text) {
        if (text.length() == 1) {
            return text.charAt(0);
        }
        throw new IllegalArgumentException(text);
    }

    /** @throws IllegalArgumentException when it does not fit */
    static void write(String typeName, String text, BinaryWriter out) {
        Format format = FORMATS.get(typeName);
        if (format == null) {
            throw new IllegalArgumentException("a " + typeName + " cannot be written as text");
        }
        Object value;
        try {
            value = format.parser().apply(text);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is no " + typeName + ", expected " + format.expected(), e);
        }
        format.serializer().serialize(value, out);
    }
}
