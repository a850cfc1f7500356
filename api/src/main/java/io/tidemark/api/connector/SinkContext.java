package io.tidemark.api.connector;

import io.tidemark.api.metric.Counter;

/** What a writer is given. */
public interface SinkContext {
    String jobId();

    String operatorName();

    int subtask();

    int parallelism();

    /** Number of the job's execution attempt: part of pending names, so that two attempts never share one. */
    int attempt();

    boolean isRestored();

    long processingTimeMs();

    Counter counter(String name);
}
