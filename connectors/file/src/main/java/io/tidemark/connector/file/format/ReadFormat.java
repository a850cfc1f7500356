package io.tidemark.connector.file.format;

import io.tidemark.api.type.TypeInformation;
import java.io.Serializable;

/**
 * How the records of a file become values. Part of the plan; immutable.
 *
 * <p>A record is a line, ended by {@code \n} or {@code \r\n} or the end of the file. Empty lines are no records.
 *
 * @param <T> type of the values
 */
public interface ReadFormat<T> extends Serializable {
    /** Whether the first record of every file says what the others mean, and is no value itself. */
    default boolean hasHeader() {
        return false;
    }

    /** Whether a record may have line ends inside of double quotes. Such a file can only be read from its beginning. */
    default boolean spansLines() {
        return false;
    }

    /**
     * The type of the values.
     *
     * @throws io.tidemark.api.type.InvalidTypesException when it is not known, saying what to write
     */
    TypeInformation<T> recordType();

    /**
     * A decoder for one file.
     *
     * @param header the file's header without its line end, or null when the format has none or the file is empty
     * @throws MalformedFieldException when the header does not fit
     */
    RecordDecoder<T> createDecoder(byte[] header);
}
