package io.tidemark.connector.file.format;

import java.io.Serializable;

/**
 * How values become the records of a file. Part of the plan; immutable.
 *
 * @param <T> type of the values
 */
public interface WriteFormat<T> extends Serializable {
    /** The end of a file's name, such as {@code .csv}. */
    String extension();

    RecordEncoder<T> createEncoder();
}
