package io.tidemark.api.connector;

import io.tidemark.api.metric.Counter;

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

    ClassLoader userClassLoader();
}
