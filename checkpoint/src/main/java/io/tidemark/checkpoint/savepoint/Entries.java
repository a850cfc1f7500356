package io.tidemark.checkpoint.savepoint;

import java.util.Iterator;

/**
 * What a savepoint holds of something, one after the other. It has to be closed, and at most one of a reader is open at a
 * time. A failure to read shows as an {@link java.io.UncheckedIOException}, bytes that are not what their schema says as a
 * {@link io.tidemark.api.type.CorruptDataException}.
 */
public interface Entries<E> extends Iterator<E>, AutoCloseable {
    @Override
    void close();
}
