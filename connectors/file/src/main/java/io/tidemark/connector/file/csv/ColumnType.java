package io.tidemark.connector.file.csv;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/** What the text of a column means. */
public enum ColumnType {
    STRING("a STRING"),
    /** {@code true} or {@code false}, in any case. */
    BOOLEAN("a BOOLEAN (true or false)"),
    INT("an INT"),
    BIGINT("a BIGINT"),
    DOUBLE("a DOUBLE"),
    DECIMAL("a DECIMAL"),
    /** {@code yyyy-MM-dd}. */
    DATE("a DATE (yyyy-MM-dd)"),
    /** {@code HH:mm:ss[.SSS]}. */
    TIME("a TIME (HH:mm:ss[.SSS])"),
    /** {@code yyyy-MM-dd HH:mm:ss[.SSS]}; as a number or an instant it counts as UTC. */
    TIMESTAMP("a TIMESTAMP (yyyy-MM-dd HH:mm:ss[.SSS])");

    private final String expected;

    ColumnType(String expected) {
        this.expected = expected;
    }

    /** With its article, for error messages. */
    String expected() {
        return expected;
    }

    /** What a column that fills a field of this class is when nobody says so; null when nothing goes without saying. */
    static ColumnType of(Class<?> type) {
        if (type == String.class || type == Object.class || type.isEnum()) {
            return STRING;
        } else if (type == boolean.class || type == Boolean.class) {
            return BOOLEAN;
        } else if (type == int.class
                || type == Integer.class
                || type == short.class
                || type == Short.class
                || type == byte.class
                || type == Byte.class) {
            return INT;
        } else if (type == long.class || type == Long.class) {
            return BIGINT;
        } else if (type == double.class || type == Double.class || type == float.class || type == Float.class) {
            return DOUBLE;
        } else if (type == BigDecimal.class) {
            return DECIMAL;
        } else if (type == LocalDate.class) {
            return DATE;
        } else if (type == LocalTime.class) {
            return TIME;
        } else if (type == LocalDateTime.class || type == Instant.class) {
            return TIMESTAMP;
        }
        return null;
    }
}
