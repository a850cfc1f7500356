package io.tidemark.connector.file.csv;

import io.tidemark.connector.file.format.ByteSink;
import io.tidemark.connector.file.format.RecordEncoder;
import io.tidemark.connector.file.format.WriteFormat;

/** Values to cells by a function. */
final class CsvFunctionWriteFormat<T> implements WriteFormat<T> {
    private static final long serialVersionUID = 1L;

    private final CsvFormat format;
    private final CsvCellsFunction<T> function;

    CsvFunctionWriteFormat(CsvFormat format, CsvCellsFunction<T> function) {
        this.format = format;
        this.function = function;
    }

    @Override
    public String extension() {
        return ".csv";
    }

    @Override
    public RecordEncoder<T> createEncoder() {
        CsvCells cells = new CsvCells(format);
        int columns = format.columns().size();
        return new RecordEncoder<>() {
            @Override
            public void encodeHeader(ByteSink out) {
                if (format.hasHeader()) {
                    cells.writeHeader(format.declaredNames(), out);
                }
            }

            @Override
            public void encode(T value, ByteSink out) throws Exception {
                cells.begin(out);
                function.write(value, cells);
                if (columns > 0 && cells.count() != columns) {
                    throw new IllegalStateException("the function wrote " + cells.count() + " cells of " + columns
                            + " columns (" + format.declaredNames() + ") for " + value);
                }
                cells.end();
            }
        };
    }
}
