package io.tidemark.connector.file.csv;

import io.tidemark.connector.file.format.ByteSink;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/**
 * Takes the cells of one record, from left to right. Numbers go straight to bytes. Reused for every record: never keep it.
 * Used by one thread.
 */
public final class CsvCells {
    private final char delimiter;
    private final String nullLiteral;

    private ByteSink out;
    private int begin;
    private int count;

    CsvCells(CsvFormat format) {
        this.delimiter = format.delimiter();
        this.nullLiteral = format.nullLiteral();
    }

    void begin(ByteSink newOut) {
        out = newOut;
        begin = newOut.size();
        count = 0;
    }

    void end() {
        if (out.size() == begin) {
            // Such a line would be skipped as empty by whoever reads it.
            throw new IllegalStateException(
                    count == 0
                            ? "a record without cells cannot be written"
                            : "a record that is one NULL cannot be written as an empty line: give the format another"
                                    + " null literal");
        }
        out.write('\n');
    }

    void writeHeader(ColumnNames names, ByteSink target) {
        begin(target);
        for (int i = 0; i < names.count(); i++) {
            add(names.name(i));
        }
        end();
    }

    int count() {
        return count;
    }

    private void next() {
        if (count > 0) {
            out.write(delimiter);
        }
        count++;
    }

    /** NULL. */
    public CsvCells addNull() {
        if (nullLiteral == null) {
            throw new IllegalStateException("cell " + (count + 1)
                    + " is NULL, and the CSV format has no text for NULL: give it one by withNullLiteral(...)");
        }
        next();
        out.writeUtf8(nullLiteral);
        return this;
    }

    public CsvCells add(long value) {
        next();
        out.writeDecimal(value);
        return this;
    }

    public CsvCells add(double value) {
        next();
        out.writeUtf8(Double.toString(value));
        return this;
    }

    public CsvCells add(boolean value) {
        next();
        out.writeUtf8(value ? "TRUE" : "FALSE");
        return this;
    }

    /** A string, in quotes if it needs them; null is NULL. */
    public CsvCells add(String value) {
        if (value == null) {
            return addNull();
        }
        next();
        if (needsQuotes(value)) {
            out.write('"');
            out.writeUtf8(value.indexOf('"') < 0 ? value : value.replace("\"", "\"\""));
            out.write('"');
        } else {
            out.writeUtf8(value);
        }
        return this;
    }

    private boolean needsQuotes(String value) {
        int length = value.length();
        if (length == 0 || isBlank(value.charAt(0)) || isBlank(value.charAt(length - 1)) || value.equals(nullLiteral)) {
            return true;
        }
        for (int i = 0; i < length; i++) {
            char c = value.charAt(i);
            if (c == delimiter || c == '"' || c == '\n' || c == '\r') {
                return true;
            }
        }
        return false;
    }

    /** A byte order mark counts: at the beginning of a file it would be taken for one. */
    private static boolean isBlank(char c) {
        return c <= ' ' || c == '\uFEFF';
    }

    public CsvCells add(BigDecimal value) {
        if (value == null) {
            return addNull();
        }
        next();
        out.writeUtf8(value.toPlainString());
        return this;
    }

    /** {@code yyyy-MM-dd HH:mm:ss.SSS} of milliseconds since 1970, in UTC. */
    public CsvCells addTimestampMs(long ms) {
        next();
        TimestampText.write(ms, out);
        return this;
    }

    public CsvCells add(LocalDateTime value) {
        if (value == null) {
            return addNull();
        }
        next();
        TimestampText.writeDate(value.toLocalDate(), out);
        out.write(' ');
        TimestampText.writeTime(value.toLocalTime(), out);
        return this;
    }

    /** The time in UTC. */
    public CsvCells add(Instant value) {
        return add(value == null ? null : LocalDateTime.ofInstant(value, ZoneOffset.UTC));
    }

    public CsvCells add(LocalDate value) {
        if (value == null) {
            return addNull();
        }
        next();
        TimestampText.writeDate(value, out);
        return this;
    }

    public CsvCells add(LocalTime value) {
        if (value == null) {
            return addNull();
        }
        next();
        TimestampText.writeTime(value, out);
        return this;
    }
}
