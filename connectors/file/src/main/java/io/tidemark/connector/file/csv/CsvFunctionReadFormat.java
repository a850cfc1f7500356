package io.tidemark.connector.file.csv;

import io.tidemark.api.type.TypeExtractor;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.connector.file.format.MalformedFieldException;
import io.tidemark.connector.file.format.ReadFormat;
import io.tidemark.connector.file.format.RecordDecoder;

/** Rows to values by a function. */
final class CsvFunctionReadFormat<T> implements ReadFormat<T> {
    private static final long serialVersionUID = 1L;

    private final CsvFormat format;
    private final CsvRowFunction<T> function;

    CsvFunctionReadFormat(CsvFormat format, CsvRowFunction<T> function) {
        this.format = format;
        this.function = function;
    }

    @Override
    public boolean hasHeader() {
        return format.hasHeader();
    }

    @Override
    public boolean spansLines() {
        return format.isMultiline();
    }

    @Override
    public TypeInformation<T> recordType() {
        return TypeExtractor.outputOf(function, CsvRowFunction.class, 0, "the row function of a CSV format");
    }

    @Override
    public RecordDecoder<T> createDecoder(byte[] header) {
        ColumnNames names = format.names(header);
        checkDeclared(names);
        CsvRow row = new CsvRow(format, names);
        boolean sized = !names.isEmpty();
        return (bytes, from, to) -> {
            row.split(bytes, from, to);
            if (sized) {
                row.checkSize(names.count());
            }
            T value = function.map(row);
            if (value == null) {
                throw new IllegalStateException("the row function returned null");
            }
            return value;
        };
    }

    private void checkDeclared(ColumnNames names) {
        for (CsvColumn column : format.columns()) {
            if (names.indexOf(column.name()) < 0) {
                throw new MalformedFieldException("the header has no column " + column.name() + "; it has: " + names);
            }
        }
    }
}
