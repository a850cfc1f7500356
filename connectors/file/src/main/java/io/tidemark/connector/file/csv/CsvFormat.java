package io.tidemark.connector.file.csv;

import io.tidemark.connector.file.format.ReadFormat;
import io.tidemark.connector.file.format.WriteFormat;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What a CSV file looks like, and the way from there to values and back. Immutable; the {@code with} methods return a new
 * format.
 *
 * <pre>{@code
 * CsvFormat.standard().read(row -> new Reading(row.string(0), row.timestampMs(1), row.intValue(2)))
 *
 * CsvFormat.standard().withHeader().read(Reading.class)       // a record, a POJO; columns by name
 * CsvFormat.standard().withHeader().write(Total.class)
 * }</pre>
 *
 * <p><b>Cells.</b> The text is UTF-8. The unquoted word {@code NULL} is NULL. A string is written in double quotes when it
 * is empty, is the word NULL, or has a delimiter, a quote, a line end or a blank at either end; a quote inside is doubled.
 * A timestamp is {@code yyyy-MM-dd HH:mm:ss.SSS}, a boolean {@code TRUE} or {@code FALSE}, a double as Java prints it.
 *
 * <p><b>Columns of a class.</b> With names (of a header or of {@code withColumn}) a field takes the column of its name;
 * case and underscores do not matter, so {@code sensorId} takes {@code sensor_id}. Without names the components of a
 * record and the fields of a tuple take the columns in their order. A column's type follows from the field, unless {@code
 * withColumn} says it: a {@code long} takes a BIGINT, or a TIMESTAMP as milliseconds since 1970 UTC.
 */
public final class CsvFormat implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final CsvFormat STANDARD = new CsvFormat(',', "NULL", false, false, List.of());

    private final char delimiter;
    private final String nullLiteral;
    private final boolean header;
    private final boolean multiline;
    private final ArrayList<CsvColumn> columns;

    private CsvFormat(char delimiter, String nullLiteral, boolean header, boolean multiline, List<CsvColumn> columns) {
        this.delimiter = delimiter;
        this.nullLiteral = nullLiteral;
        this.header = header;
        this.multiline = multiline;
        this.columns = new ArrayList<>(columns);
        check();
    }

    private void check() {
        if (delimiter >= 0x80 || Character.isLetterOrDigit(delimiter) || "\" \n\r+-.:".indexOf(delimiter) >= 0) {
            throw new IllegalArgumentException("'" + delimiter + "' cannot be a CSV delimiter; take one ASCII"
                    + " character that is not part of numbers and times, nor a quote, blank or line end");
        }
        if (nullLiteral != null && nullLiteral.chars().anyMatch(c -> c == delimiter || "\"\n\r".indexOf(c) >= 0)) {
            throw new IllegalArgumentException(
                    "the text for NULL cannot have a delimiter, a quote or a line end in it: " + nullLiteral);
        }
    }

    /** Commas, {@code NULL}, no header, no line ends inside of quotes, no names. */
    public static CsvFormat standard() {
        return STANDARD;
    }

    /** Cells end at this character: ASCII, and nothing that numbers and times are made of. */
    public CsvFormat withDelimiter(char newDelimiter) {
        return new CsvFormat(newDelimiter, nullLiteral, header, multiline, columns);
    }

    /** An unquoted cell of this text is NULL, and NULL is written so. The empty text is possible. */
    public CsvFormat withNullLiteral(String literal) {
        return new CsvFormat(delimiter, Objects.requireNonNull(literal), header, multiline, columns);
    }

    /** No text is NULL; writing NULL is an error. */
    public CsvFormat withoutNullLiteral() {
        return new CsvFormat(delimiter, null, header, multiline, columns);
    }

    /** Every file begins with a line of column names. */
    public CsvFormat withHeader() {
        return new CsvFormat(delimiter, nullLiteral, true, multiline, columns);
    }

    /** Quoted cells may have line ends inside. Such a file is read by one reader alone, from its beginning. */
    public CsvFormat withMultiline() {
        return new CsvFormat(delimiter, nullLiteral, header, true, columns);
    }

    /** One more column, whose type follows from what it is read as or written from. */
    public CsvFormat withColumn(String name) {
        return withColumn(name, null);
    }

    /** One more column. */
    public CsvFormat withColumn(String name, ColumnType type) {
        for (CsvColumn column : columns) {
            if (CsvColumn.sameName(column.name(), name)) {
                throw new IllegalArgumentException("there are two columns named " + name);
            }
        }
        List<CsvColumn> more = new ArrayList<>(columns);
        more.add(new CsvColumn(name, type));
        return new CsvFormat(delimiter, nullLiteral, header, multiline, more);
    }

    /** More columns, whose types follow from what they are read as or written from. */
    public CsvFormat withColumns(String... names) {
        CsvFormat format = this;
        for (String name : names) {
            format = format.withColumn(name);
        }
        return format;
    }

    /** Reads with a function from a row to a value: the fastest way. */
    public <T> ReadFormat<T> read(CsvRowFunction<T> function) {
        return new CsvFunctionReadFormat<>(this, Objects.requireNonNull(function));
    }

    /**
     * Reads records, POJOs (a public constructor without arguments, public fields or setters) or tuples.
     *
     * @throws IllegalArgumentException when the class is none of these, or a column cannot fill its field
     */
    public <T> ReadFormat<T> read(Class<T> type) {
        return new CsvClassReadFormat<>(this, type);
    }

    /** Writes with a function from a value to cells: the fastest way. A header needs {@code withColumn}s. */
    public <T> WriteFormat<T> write(CsvCellsFunction<T> function) {
        if (header && columns.isEmpty()) {
            throw new IllegalArgumentException(
                    "a header needs column names: add withColumns(...) before write(function)");
        }
        return new CsvFunctionWriteFormat<>(this, Objects.requireNonNull(function));
    }

    /**
     * Writes records, POJOs or tuples: the columns of {@code withColumn}, or all fields of a record or tuple in their order.
     *
     * @throws IllegalArgumentException when the class is none of these, or a field cannot be written as its column
     */
    public <T> WriteFormat<T> write(Class<T> type) {
        return new CsvClassWriteFormat<>(this, type);
    }

    char delimiter() {
        return delimiter;
    }

    String nullLiteral() {
        return nullLiteral;
    }

    boolean hasHeader() {
        return header;
    }

    boolean isMultiline() {
        return multiline;
    }

    List<CsvColumn> columns() {
        return columns;
    }

    /** The names of the columns of a file with this header (or null); a header's names win over those of the format. */
    ColumnNames names(byte[] headerLine) {
        if (!header || headerLine == null) {
            return declaredNames();
        }
        CsvRow row = new CsvRow(this, ColumnNames.NONE);
        row.split(headerLine, 0, headerLine.length);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < row.size(); i++) {
            names.add(row.text(i));
        }
        return new ColumnNames(names);
    }

    ColumnNames declaredNames() {
        return columns.isEmpty()
                ? ColumnNames.NONE
                : new ColumnNames(columns.stream().map(CsvColumn::name).toList());
    }
}
