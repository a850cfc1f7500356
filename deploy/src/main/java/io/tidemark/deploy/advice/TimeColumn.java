package io.tidemark.deploy.advice;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.api.eventtime.TimestampAssigner;
import io.tidemark.connector.file.csv.CsvRow;
import io.tidemark.connector.file.format.MalformedFieldException;
import java.io.Serializable;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Which column or field has the time, and what a number in it counts. A text is a date and time, taken as UTC when it does not
 * say where.
 *
 * @param name of the column or field; for CSV its number from 1 as well
 */
public record TimeColumn(String name, Unit unit) implements Serializable {
    private static final String EXPECTED =
            "a time such as 2026-01-05 12:00:00.000 or 2026-01-05T12:00:00Z, or a whole number";

    /** What a number counts since 1970. */
    public enum Unit {
        MICROSECONDS,
        MILLISECONDS,
        SECONDS;

        long toMs(long number) {
            return switch (this) {
                case MICROSECONDS -> Math.floorDiv(number, 1_000L);
                case MILLISECONDS -> number;
                case SECONDS -> Math.multiplyExact(number, 1_000L);
            };
        }
    }

    /**
     * In milliseconds since 1970, {@link TimestampAssigner#NO_TIMESTAMP} for NULL.
     *
     * @throws NoSuchColumnException when the file's columns have no such name
     */
    long of(CsvRow row) {
        int column = indexIn(row);
        String text = row.string(column);
        if (text == null || text.isEmpty()) {
            return TimestampAssigner.NO_TIMESTAMP;
        }
        if (isDateAndTime(text) && !hasZone(text)) {
            return row.timestampMs(column);
        }
        try {
            return ofText(text);
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            throw row.malformed(column, EXPECTED);
        }
    }

    private int indexIn(CsvRow row) {
        if (!isNumber(name)) {
            try {
                return row.index(name);
            } catch (NoSuchElementException e) {
                throw new NoSuchColumnException(
                        e.getMessage(),
                        "Give --time the number of the column, or --header when the first line names the columns.");
            }
        }
        int column = Integer.parseInt(name) - 1;
        if (column < 0 || column >= row.size()) {
            throw new MalformedFieldException(
                    "there is no column " + name + ": the record has " + row.size() + " columns");
        }
        return column;
    }

    /** In milliseconds since 1970, {@link TimestampAssigner#NO_TIMESTAMP} for null. */
    long of(JsonNode line) {
        JsonNode field = line.get(name);
        if (field == null) {
            List<String> fields = new ArrayList<>();
            line.fieldNames().forEachRemaining(fields::add);
            throw new MalformedFieldException("there is no field " + name + "; there are: " + fields);
        }
        if (field.isNull()) {
            return TimestampAssigner.NO_TIMESTAMP;
        }
        try {
            return field.isIntegralNumber() ? unit.toMs(field.longValue()) : ofText(field.asText());
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            throw new MalformedFieldException(name, field.asText(), EXPECTED);
        }
    }

    private long ofText(String text) {
        if (!isDateAndTime(text)) {
            return unit.toMs(Long.parseLong(text.strip()));
        }
        String iso = text.replace(' ', 'T');
        return hasZone(text)
                ? OffsetDateTime.parse(iso).toInstant().toEpochMilli()
                : LocalDateTime.parse(iso).toInstant(ZoneOffset.UTC).toEpochMilli();
    }

    private static boolean isDateAndTime(String text) {
        return text.length() >= 16 && text.charAt(4) == '-' && text.charAt(7) == '-';
    }

    private static boolean hasZone(String text) {
        return text.endsWith("Z") || text.indexOf('+', 16) > 0 || text.indexOf('-', 16) > 0;
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.length() < 6 && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
