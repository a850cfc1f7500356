package io.tidemark.api.connector;

import java.util.List;

/** Writes records of one sink subtask. */
@SuppressWarnings("try")
public interface SinkWriter<T> extends AutoCloseable {
    /** @param timestamp event time in milliseconds or Long.MIN_VALUE */
    void write(T record, long timestamp) throws Exception;

    /**
     * A barrier: everything written since the last one becomes one or more committables that survive a
     * crash. They are remembered in the checkpoint, with its id.
     */
    default List<Object> prepareCommit(long checkpointId) throws Exception {
        return List.of();
    }

    /**
     * Makes prepared output visible. Idempotent: after a restore it is called again for what the restored
     * checkpoint holds, which may be committed already.
     */
    default void commit(List<Object> committables) throws Exception {}

    /**
     * After a restore, before the first record and after the restored committables were committed: removes
     * what earlier attempts left behind and nothing else.
     */
    default void discardLeftovers() throws Exception {}

    default void flush() throws Exception {}
}
