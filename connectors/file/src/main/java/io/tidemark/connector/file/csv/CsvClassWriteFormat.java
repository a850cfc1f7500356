package io.tidemark.connector.file.csv;

import io.tidemark.connector.file.format.ByteSink;
import io.tidemark.connector.file.format.RecordEncoder;
import io.tidemark.connector.file.format.WriteFormat;
import java.util.List;

/** The values of a class to cells, field by field. */
final class CsvClassWriteFormat<T> implements WriteFormat<T> {
    private static final long serialVersionUID = 1L;

    private final CsvFormat format;
    private final Class<T> type;

    CsvClassWriteFormat(CsvFormat format, Class<T> type) {
        this.format = format;
        this.type = type;
        Layout.of(format, Structure.of(type));
    }

    @Override
    public String extension() {
        return ".csv";
    }

    @Override
    public RecordEncoder<T> createEncoder() {
        Structure<T> structure = Structure.of(type);
        Layout layout = Layout.of(format, structure);
        CsvCells cells = new CsvCells(format);
        return new RecordEncoder<>() {
            @Override
            public void encodeHeader(ByteSink out) {
                if (format.hasHeader()) {
                    cells.writeHeader(layout.names, out);
                }
            }

            @Override
            public void encode(T value, ByteSink out) throws Exception {
                cells.begin(out);
                for (int i = 0; i < layout.parts.length; i++) {
                    Object part = structure.part(value, layout.parts[i]);
                    if (part == null) {
                        cells.addNull();
                    } else {
                        layout.writers[i].write(part, cells);
                    }
                }
                cells.end();
            }
        };
    }

    /** Which part goes to which column, and how. */
    private record Layout(ColumnNames names, int[] parts, CellWriter[] writers) {
        static Layout of(CsvFormat format, Structure<?> structure) {
            if (format.columns().isEmpty() && !structure.isOrdered()) {
                throw new IllegalArgumentException("the fields of " + structure.name()
                        + " have no order: name the columns by withColumns(...); there are: " + structure.partNames());
            }
            List<CsvColumn> columns = format.columns().isEmpty()
                    ? structure.parts().stream()
                            .map(part -> new CsvColumn(part.name(), null))
                            .toList()
                    : format.columns();
            int[] parts = new int[columns.size()];
            CellWriter[] writers = new CellWriter[columns.size()];
            for (int i = 0; i < parts.length; i++) {
                CsvColumn column = columns.get(i);
                parts[i] = structure.isTuple() && i < structure.parts().size() ? i : structure.indexOf(column.name());
                if (parts[i] < 0) {
                    throw new IllegalArgumentException("column " + column.name() + " is no field of " + structure.name()
                            + "; it has: " + structure.partNames());
                }
                writers[i] = writer(column, structure.parts().get(parts[i]), structure.name());
            }
            return new Layout(
                    new ColumnNames(columns.stream().map(CsvColumn::name).toList()), parts, writers);
        }

        private static CellWriter writer(CsvColumn column, Structure.Part part, String owner) {
            if (column.type() == null && part.type() == Object.class) {
                return CellWriter.byValue();
            }
            ColumnType columnType = column.type() == null ? ColumnType.of(part.type()) : column.type();
            if (columnType == null
                    || columnType != ColumnType.STRING && CellReader.of(columnType, part.type()) == null) {
                throw new IllegalArgumentException("field " + part.name() + " of " + owner + " is a "
                        + part.type().getSimpleName() + ", which cannot be written as "
                        + (columnType == null ? "a CSV cell" : columnType.expected()) + "; use a function instead");
            }
            return CellWriter.of(columnType);
        }
    }
}
