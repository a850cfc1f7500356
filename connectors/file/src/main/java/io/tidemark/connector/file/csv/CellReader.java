package io.tidemark.connector.file.csv;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;

/** Reads a cell as what a field takes. */
@FunctionalInterface
interface CellReader {
    Object read(CsvRow row, int column);

    /**
     * The reader of a column of this type into a field of this class; null when the one cannot fill the other. NULL fills
     * references only.
     */
    static CellReader of(ColumnType type, Class<?> target) {
        CellReader reader = ofNotNull(type, target);
        if (reader == null || target.isPrimitive()) {
            return reader;
        }
        return (row, column) -> row.isNull(column) ? null : reader.read(row, column);
    }

    private static CellReader ofNotNull(ColumnType type, Class<?> target) {
        return switch (type) {
            case STRING ->
                target.isEnum()
                        ? (row, column) -> constant(row, column, target)
                        : takes(target, String.class) ? CsvRow::string : null;
            case BOOLEAN -> takes(target, boolean.class, Boolean.class) ? CsvRow::booleanValue : null;
            case INT -> integer(target);
            case BIGINT -> takes(target, long.class, Long.class) ? CsvRow::longValue : null;
            case DOUBLE ->
                takes(target, double.class, Double.class)
                        ? CsvRow::doubleValue
                        : takes(target, float.class, Float.class)
                                ? (row, column) -> (float) row.doubleValue(column)
                                : null;
            case DECIMAL -> takes(target, BigDecimal.class) ? CsvRow::decimal : null;
            case DATE -> takes(target, LocalDate.class) ? CsvRow::date : null;
            case TIME -> takes(target, LocalTime.class) ? CsvRow::time : null;
            case TIMESTAMP -> timestamp(target);
        };
    }

    private static boolean takes(Class<?> target, Class<?>... sources) {
        return target == Object.class || Arrays.asList(sources).contains(target);
    }

    private static CellReader integer(Class<?> target) {
        if (takes(target, int.class, Integer.class)) {
            return CsvRow::intValue;
        } else if (takes(target, long.class, Long.class)) {
            return (row, column) -> (long) row.intValue(column);
        } else if (takes(target, short.class, Short.class)) {
            return (row, column) -> (short) inRange(row, column, Short.MIN_VALUE, Short.MAX_VALUE);
        } else if (takes(target, byte.class, Byte.class)) {
            return (row, column) -> (byte) inRange(row, column, Byte.MIN_VALUE, Byte.MAX_VALUE);
        }
        return null;
    }

    private static int inRange(CsvRow row, int column, int least, int most) {
        int value = row.intValue(column);
        if (value < least || value > most) {
            throw row.malformed(column, "a number from " + least + " to " + most);
        }
        return value;
    }

    private static CellReader timestamp(Class<?> target) {
        if (takes(target, LocalDateTime.class)) {
            return CsvRow::timestamp;
        } else if (target == Instant.class) {
            return (row, column) -> row.timestamp(column).toInstant(ZoneOffset.UTC);
        } else if (takes(target, long.class, Long.class)) {
            return CsvRow::timestampMs;
        }
        return null;
    }

    private static Object constant(CsvRow row, int column, Class<?> target) {
        String name = row.string(column);
        for (Object constant : target.getEnumConstants()) {
            if (((Enum<?>) constant).name().equals(name)) {
                return constant;
            }
        }
        throw row.malformed(column, "one of " + Arrays.toString(target.getEnumConstants()));
    }
}
