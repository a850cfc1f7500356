package io.tidemark.network.channel;

import io.tidemark.network.batch.RecordBatch;

/**
 * The consuming end of a channel. Used by the one thread that steps the consuming task; what arrives is put in by others.
 */
public interface InputChannel {
    /**
     * Takes the next element.
     *
     * @return a {@link RecordBatch}, which is valid until {@link #recycle} gets it back, which must be before the next
     *     poll; a {@link ControlElement}; or null when nothing is there
     */
    Object poll();

    /** What {@link #poll} would return, without taking it. */
    Object peek();

    /** Gives a batch back, and with it its credit. */
    void recycle(RecordBatch batch);

    boolean isEmpty();

    /** Why no more will come (connection lost, malformed frame, ...), else null. What came before can still be polled. */
    Throwable failure();

    /** Lets go of what has not been polled. Nothing may be polled afterwards. */
    void close();
}
