package io.tidemark.connector.file.csv;

import java.io.Serializable;

/** Makes a value of a row. */
@FunctionalInterface
public interface CsvRowFunction<T> extends Serializable {
    /**
     * @param row reused for the next record: take values out of it, never keep it
     * @return never null
     */
    T map(CsvRow row) throws Exception;
}
