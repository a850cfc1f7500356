package io.tidemark.api.function;

import io.tidemark.api.metric.Counter;

/** Where a {@link StreamProcessFunction} runs. Used on the task's thread only. */
public interface ProcessContext {
    JobInfo getJobInfo();

    TaskInfo getTaskInfo();

    /** A counter of this operator. It is part of every checkpoint, so it is exact over restarts. */
    Counter counter(String name);
}
