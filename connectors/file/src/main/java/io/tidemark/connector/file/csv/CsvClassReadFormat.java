package io.tidemark.connector.file.csv;

import io.tidemark.api.type.TypeInformation;
import io.tidemark.connector.file.format.MalformedFieldException;
import io.tidemark.connector.file.format.ReadFormat;
import io.tidemark.connector.file.format.RecordDecoder;

/** Rows to the values of a class, column by column. */
final class CsvClassReadFormat<T> implements ReadFormat<T> {
    private static final long serialVersionUID = 1L;

    private final CsvFormat format;
    private final Class<T> type;

    CsvClassReadFormat(CsvFormat format, Class<T> type) {
        this.format = format;
        this.type = type;
        check();
    }

    /** Refuses at plan time what no file could be read with. */
    private void check() {
        Structure<T> structure = Structure.of(type);
        if (format.columns().isEmpty() && !format.hasHeader() && !structure.isOrdered()) {
            throw new IllegalArgumentException("the fields of " + type.getName()
                    + " have no order: name the columns by withColumns(...) or withHeader()");
        }
        readers(structure);
        if (!format.columns().isEmpty() && !structure.isTuple()) {
            for (Structure.Part part : structure.parts()) {
                if (format.declaredNames().indexOf(part.name()) < 0 && !format.hasHeader()) {
                    throw new IllegalArgumentException("no column is named as the field " + part.name() + " of "
                            + type.getName() + "; there are: " + format.declaredNames());
                }
            }
        }
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
        return TypeInformation.of(type);
    }

    @Override
    public RecordDecoder<T> createDecoder(byte[] header) {
        Structure<T> structure = Structure.of(type);
        CellReader[] readers = readers(structure);
        ColumnNames names = format.names(header);
        int[] columns = columns(structure, names);
        int expected = names.isEmpty() ? columns.length : names.count();
        CsvRow row = new CsvRow(format, names);
        Object[] values = new Object[columns.length];
        return (bytes, from, to) -> {
            row.split(bytes, from, to);
            row.checkSize(expected);
            for (int i = 0; i < columns.length; i++) {
                values[i] = readers[i].read(row, columns[i]);
            }
            return structure.build(values);
        };
    }

    private CellReader[] readers(Structure<T> structure) {
        CellReader[] readers = new CellReader[structure.parts().size()];
        for (int i = 0; i < readers.length; i++) {
            Structure.Part part = structure.parts().get(i);
            ColumnType columnType = declaredType(structure, i);
            if (columnType == null) {
                throw new IllegalArgumentException("field " + part.name() + " of " + type.getName() + " is a "
                        + part.type().getSimpleName() + ", which no CSV column can fill; use a function instead");
            }
            readers[i] = CellReader.of(columnType, part.type());
            if (readers[i] == null) {
                throw new IllegalArgumentException("field " + part.name() + " of " + type.getName() + " is a "
                        + part.type().getSimpleName() + " and cannot take " + columnType.expected());
            }
        }
        return readers;
    }

    private ColumnType declaredType(Structure<T> structure, int index) {
        Structure.Part part = structure.parts().get(index);
        if (structure.isTuple()) {
            ColumnType declared = index < format.columns().size()
                    ? format.columns().get(index).type()
                    : null;
            return declared == null ? ColumnType.of(part.type()) : declared;
        }
        int column = format.declaredNames().indexOf(part.name());
        ColumnType declared = column < 0 ? null : format.columns().get(column).type();
        return declared == null ? ColumnType.of(part.type()) : declared;
    }

    /** For each part the index of its column in the file. */
    private int[] columns(Structure<T> structure, ColumnNames names) {
        int[] columns = new int[structure.parts().size()];
        for (int i = 0; i < columns.length; i++) {
            String name = structure.isTuple()
                    ? i < format.columns().size() ? format.columns().get(i).name() : null
                    : structure.parts().get(i).name();
            columns[i] = names.isEmpty() || name == null ? i : names.indexOf(name);
            if (columns[i] < 0) {
                throw new MalformedFieldException("no column is named as the field " + name + " of " + structure.name()
                        + "; the header has: " + names);
            }
        }
        return columns;
    }
}
