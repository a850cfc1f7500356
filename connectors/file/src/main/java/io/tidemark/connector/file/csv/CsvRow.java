package io.tidemark.connector.file.csv;

import io.tidemark.connector.file.format.MalformedFieldException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Locale;
import java.util.NoSuchElementException;

/**
 * One record of a CSV file: typed cells by index (from 0) or by name. Numbers are read straight from the bytes.
 *
 * <p>A cell that is not what it is asked for, is missing, or is NULL where a primitive is asked for, throws {@link
 * MalformedFieldException}: let it pass, the reader adds file and line and fails the job or drops the record. A column
 * name that the file does not have is a mistake of the program: {@link NoSuchElementException}.
 *
 * <p>Reused for every record: never keep it. Used by one thread.
 */
public final class CsvRow {
    private static final byte QUOTE = '"';
    private static final int QUOTED = 1;
    /** Quoted, and with doubled quotes inside. */
    private static final int ESCAPED = 2;

    private final byte delimiter;
    private final byte[] nullLiteral;
    private final ColumnNames names;

    private byte[] bytes = {};
    private int recordFrom;
    private int recordTo;
    private int size;
    private int[] starts = new int[16];
    private int[] ends = new int[16];
    private byte[] quoting = new byte[16];

    CsvRow(CsvFormat format, ColumnNames names) {
        this.delimiter = (byte) format.delimiter();
        this.nullLiteral =
                format.nullLiteral() == null ? null : format.nullLiteral().getBytes(StandardCharsets.UTF_8);
        this.names = names;
    }

    /** Takes the record in {@code bytes[from..to-1]}. */
    void split(byte[] newBytes, int from, int to) {
        bytes = newBytes;
        recordFrom = from;
        recordTo = to;
        size = 0;
        int at = from;
        while (true) {
            if (at < to && newBytes[at] == QUOTE) {
                at = splitQuoted(at, to);
            } else {
                int start = at;
                while (at < to && newBytes[at] != delimiter) {
                    at++;
                }
                add(start, at, 0);
            }
            if (at == to) {
                return;
            }
            at++;
        }
    }

    /** @return the index of the delimiter after the cell, or the end of the record */
    private int splitQuoted(int quoteAt, int to) {
        int quoted = QUOTED;
        int at = quoteAt + 1;
        while (true) {
            while (at < to && bytes[at] != QUOTE) {
                at++;
            }
            if (at == to) {
                throw malformedQuotes(quoteAt, to, "closed by a quote");
            }
            if (at + 1 < to && bytes[at + 1] == QUOTE) {
                quoted = ESCAPED;
                at += 2;
            } else {
                break;
            }
        }
        if (at + 1 < to && bytes[at + 1] != delimiter) {
            throw malformedQuotes(quoteAt, to, "followed by '" + (char) delimiter + "' or the end of the line");
        }
        add(quoteAt + 1, at, quoted);
        return at + 1;
    }

    private MalformedFieldException malformedQuotes(int quoteAt, int to, String expected) {
        return new MalformedFieldException(
                names.describe(size), new String(bytes, quoteAt, to - quoteAt, StandardCharsets.UTF_8), expected);
    }

    private void add(int start, int end, int quoted) {
        if (size == starts.length) {
            starts = Arrays.copyOf(starts, 2 * size);
            ends = Arrays.copyOf(ends, 2 * size);
            quoting = Arrays.copyOf(quoting, 2 * size);
        }
        starts[size] = start;
        ends[size] = end;
        quoting[size] = (byte) quoted;
        size++;
    }

    /** How many cells this record has. */
    public int size() {
        return size;
    }

    /**
     * The index of a column.
     *
     * @throws NoSuchElementException when neither the file's header nor the format names it
     */
    public int index(String column) {
        int index = names.indexOf(column);
        if (index < 0) {
            throw new NoSuchElementException("there is no column " + column + "; "
                    + (names.isEmpty() ? "the format names none" : "there are: " + names));
        }
        return index;
    }

    /** Whether a cell is the unquoted word for NULL. */
    public boolean isNull(int column) {
        check(column);
        return nullLiteral != null
                && quoting[column] == 0
                && ends[column] - starts[column] == nullLiteral.length
                && Arrays.equals(bytes, starts[column], ends[column], nullLiteral, 0, nullLiteral.length);
    }

    public boolean isNull(String column) {
        return isNull(index(column));
    }

    /** The text of a cell, without the quotes around it; null for NULL. */
    public String string(int column) {
        return isNull(column) ? null : text(column);
    }

    public String string(String column) {
        return string(index(column));
    }

    public int intValue(int column) {
        check(column);
        long value = DecimalText.parseLong(bytes, starts[column], ends[column]);
        if (value == (int) value) {
            return (int) value;
        }
        long trimmed = slowLong(column, ColumnType.INT);
        if (trimmed != (int) trimmed) {
            throw malformed(column, ColumnType.INT.expected());
        }
        return (int) trimmed;
    }

    public int intValue(String column) {
        return intValue(index(column));
    }

    public long longValue(int column) {
        check(column);
        long value = DecimalText.parseLong(bytes, starts[column], ends[column]);
        return value == DecimalText.NOT_FAST ? slowLong(column, ColumnType.BIGINT) : value;
    }

    public long longValue(String column) {
        return longValue(index(column));
    }

    private long slowLong(int column, ColumnType type) {
        String text = textOf(column, type);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw malformed(column, type.expected());
        }
    }

    public double doubleValue(int column) {
        check(column);
        double value = DecimalText.parseDouble(bytes, starts[column], ends[column]);
        if (!Double.isNaN(value)) {
            return value;
        }
        String text = textOf(column, ColumnType.DOUBLE);
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw malformed(column, ColumnType.DOUBLE.expected());
        }
    }

    public double doubleValue(String column) {
        return doubleValue(index(column));
    }

    public boolean booleanValue(int column) {
        return switch (textOf(column, ColumnType.BOOLEAN).toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw malformed(column, ColumnType.BOOLEAN.expected());
        };
    }

    public boolean booleanValue(String column) {
        return booleanValue(index(column));
    }

    /** Null for NULL. */
    public BigDecimal decimal(int column) {
        if (isNull(column)) {
            return null;
        }
        try {
            return new BigDecimal(textOf(column, ColumnType.DECIMAL));
        } catch (NumberFormatException e) {
            throw malformed(column, ColumnType.DECIMAL.expected());
        }
    }

    public BigDecimal decimal(String column) {
        return decimal(index(column));
    }

    /** A TIMESTAMP, taken as UTC, in milliseconds since 1970; digits after the third are cut off. */
    public long timestampMs(int column) {
        check(column);
        long value = TimestampText.parseMs(bytes, starts[column], ends[column]);
        return value == TimestampText.INVALID ? slowTimestampMs(column) : value;
    }

    public long timestampMs(String column) {
        return timestampMs(index(column));
    }

    private long slowTimestampMs(int column) {
        byte[] text = textOf(column, ColumnType.TIMESTAMP).getBytes(StandardCharsets.UTF_8);
        long value = TimestampText.parseMs(text, 0, text.length);
        if (value == TimestampText.INVALID) {
            throw malformed(column, ColumnType.TIMESTAMP.expected());
        }
        return value;
    }

    /** A TIMESTAMP with all its digits; null for NULL. */
    public LocalDateTime timestamp(int column) {
        if (isNull(column)) {
            return null;
        }
        long ms = timestampMs(column);
        int nanos = TimestampText.nanosOfSecond(textOf(column, ColumnType.TIMESTAMP));
        return LocalDateTime.ofEpochSecond(Math.floorDiv(ms, 1000L), nanos, ZoneOffset.UTC);
    }

    public LocalDateTime timestamp(String column) {
        return timestamp(index(column));
    }

    /** Null for NULL. */
    public LocalDate date(int column) {
        if (isNull(column)) {
            return null;
        }
        try {
            return LocalDate.parse(textOf(column, ColumnType.DATE));
        } catch (DateTimeException e) {
            throw malformed(column, ColumnType.DATE.expected());
        }
    }

    public LocalDate date(String column) {
        return date(index(column));
    }

    /** Null for NULL. */
    public LocalTime time(int column) {
        if (isNull(column)) {
            return null;
        }
        try {
            return LocalTime.parse(textOf(column, ColumnType.TIME));
        } catch (DateTimeException e) {
            throw malformed(column, ColumnType.TIME.expected());
        }
    }

    public LocalTime time(String column) {
        return time(index(column));
    }

    /**
     * What a row function throws when it finds a cell wrong by its own rules.
     *
     * @param expected what should stand there, such as {@code one of A, B, C}
     */
    public MalformedFieldException malformed(int column, String expected) {
        return new MalformedFieldException(names.describe(column), string(column), expected);
    }

    public MalformedFieldException malformed(String column, String expected) {
        return malformed(index(column), expected);
    }

    /** The record as it stands in the file. */
    @Override
    public String toString() {
        return new String(bytes, recordFrom, recordTo - recordFrom, StandardCharsets.UTF_8);
    }

    /** @throws MalformedFieldException when the record has another number of cells than its columns are */
    void checkSize(int expected) {
        if (size != expected) {
            throw new MalformedFieldException("", toString(), "a record of " + expected + " columns: it has " + size);
        }
    }

    /** The text of a cell that is not a string: without blanks around it, and not NULL. */
    private String textOf(int column, ColumnType type) {
        if (isNull(column)) {
            throw malformed(column, type.expected());
        }
        return text(column).trim();
    }

    /** The text of a cell, NULL or not. */
    String text(int column) {
        int start = starts[column];
        String text = new String(bytes, start, ends[column] - start, StandardCharsets.UTF_8);
        return quoting[column] == ESCAPED ? text.replace("\"\"", "\"") : text;
    }

    private void check(int column) {
        if (column < 0) {
            throw new IndexOutOfBoundsException("column index " + column + " is negative");
        }
        if (column >= size) {
            throw new MalformedFieldException(names.describe(column) + " is missing: the record has only " + size
                    + (size == 1 ? " column" : " columns") + " (" + this + ")");
        }
    }
}
