package io.tidemark.connector.file.format;

/** Makes values of records. Used by one thread. */
@FunctionalInterface
public interface RecordDecoder<T> {
    /**
     * The value of the record in {@code bytes[from..to-1]}, which has no line end and at least one byte. The array is
     * reused: nothing may keep it.
     *
     * @return never null
     * @throws MalformedFieldException when the bytes are not such a record
     */
    T decode(byte[] bytes, int from, int to) throws Exception;
}
