package io.tidemark.api.connector;

import io.tidemark.api.eventtime.Watermark;
import java.util.List;

/** Writes records of one sink subtask. */
@SuppressWarnings("try")
public interface SinkWriter<T> extends AutoCloseable {
    /** @param timestamp event time in milliseconds or Long.MIN_VALUE */
    void write(T record, long timestamp) throws Exception;

    /**
     * Event time has come this far on all channels: records up to it that are written from now on are late. Also {@link
     * Watermark#MAX_WATERMARK} at the end of the input.
     */
    default void writeWatermark(Watermark watermark) throws Exception {}

    /**
     * The channels have a new combination of a watermark that the job declares (the sink itself may, see {@link
     * Sink#declareWatermarks}).
     */
    default void onWatermark(io.tidemark.api.watermark.Watermark watermark) throws Exception {}

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
