package io.tidemark.api.connector;

import io.tidemark.api.metric.Counter;
import io.tidemark.api.watermark.Watermark;

/** What a reader is given. */
public interface SourceReaderContext {
    int subtask();

    int parallelism();

    /** The wall clock in milliseconds. */
    long processingTimeMs();

    /** A nanosecond clock for rates; only differences mean something. */
    long nanoTime();

    /** Part of the checkpoint, so exact over restarts. */
    Counter counter(String name);

    /**
     * Sends a watermark to every subtask downstream, after the records that were collected before. The value that was emitted
     * last is not sent again. On the reader's thread only.
     *
     * @throws io.tidemark.api.watermark.InvalidWatermarkException when nobody declares its identifier, or it is not of the
     *     declared type
     */
    void emitWatermark(Watermark watermark);

    ClassLoader userClassLoader();
}
