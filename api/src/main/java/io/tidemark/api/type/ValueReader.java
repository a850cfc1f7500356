package io.tidemark.api.type;

/**
 * Reads values that a serializer of an earlier version of a job wrote. Used by one thread at a time.
 *
 * @param <T> type of the values as the job declares it now
 */
@FunctionalInterface
public interface ValueReader<T> {
    /**
     * Reads one value, and exactly its bytes.
     *
     * @throws CorruptDataException if the bytes are not those of a value
     */
    T read(BinaryReader in);
}
