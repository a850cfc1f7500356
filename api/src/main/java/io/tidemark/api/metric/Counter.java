package io.tidemark.api.metric;

/** A count written by the task's thread and readable from any. */
public interface Counter {
    void add(long delta);

    long get();
}
