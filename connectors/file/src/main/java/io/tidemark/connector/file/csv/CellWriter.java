package io.tidemark.connector.file.csv;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/** Writes a field's value, not null, as a cell. */
@FunctionalInterface
interface CellWriter {
    void write(Object value, CsvCells cells);

    /** The writer of a column of this type; a value of a class that does not fit is a ClassCastException. */
    static CellWriter of(ColumnType type) {
        return switch (type) {
            case STRING -> (value, cells) -> cells.add(value instanceof Enum<?> e ? e.name() : value.toString());
            case BOOLEAN -> (value, cells) -> cells.add((boolean) (Boolean) value);
            case INT, BIGINT -> (value, cells) -> cells.add(((Number) value).longValue());
            case DOUBLE ->
                (value, cells) -> {
                    if (value instanceof Float) {
                        cells.add(value.toString());
                    } else {
                        cells.add(((Number) value).doubleValue());
                    }
                };
            case DECIMAL -> (value, cells) -> cells.add((BigDecimal) value);
            case DATE -> (value, cells) -> cells.add((LocalDate) value);
            case TIME -> (value, cells) -> cells.add((LocalTime) value);
            case TIMESTAMP -> CellWriter::timestamp;
        };
    }

    /** The writer of a tuple's field without a declared type: by the class of each value. */
    static CellWriter byValue() {
        return (value, cells) -> {
            ColumnType type = ColumnType.of(value.getClass());
            of(type == null ? ColumnType.STRING : type).write(value, cells);
        };
    }

    private static void timestamp(Object value, CsvCells cells) {
        if (value instanceof Long ms) {
            cells.addTimestampMs(ms);
        } else if (value instanceof Instant instant) {
            cells.add(instant);
        } else {
            cells.add((LocalDateTime) value);
        }
    }
}
