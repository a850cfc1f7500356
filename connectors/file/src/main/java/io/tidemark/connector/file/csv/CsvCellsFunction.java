package io.tidemark.connector.file.csv;

import java.io.Serializable;

/** Writes the cells of a value, one after another. */
@FunctionalInterface
public interface CsvCellsFunction<T> extends Serializable {
    void write(T value, CsvCells cells) throws Exception;
}
