package io.tidemark.api;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.config.RecordHandover;
import java.time.Duration;

/** The options of a job by methods instead of by key. A view: what is set here is set in the environment. */
public final class ExecutionConfig {
    private final StreamExecutionEnvironment environment;

    ExecutionConfig(StreamExecutionEnvironment environment) {
        this.environment = environment;
    }

    /** Every option that has been set. */
    public Configuration getConfiguration() {
        return environment.getConfiguration();
    }

    /** How often watermark generators are asked, in milliseconds. */
    public long getAutoWatermarkInterval() {
        return getConfiguration().get(JobOptions.AUTO_WATERMARK_INTERVAL).toMillis();
    }

    /** @param intervalMs 0: never */
    public ExecutionConfig setAutoWatermarkInterval(long intervalMs) {
        return setAutoWatermarkInterval(Duration.ofMillis(intervalMs));
    }

    /** @param interval zero: never */
    public ExecutionConfig setAutoWatermarkInterval(Duration interval) {
        if (interval.isNegative()) {
            throw new IllegalArgumentException("the interval is negative: " + interval);
        }
        environment.set(JobOptions.AUTO_WATERMARK_INTERVAL, interval);
        return this;
    }

    /** Operators in one process hand records over without copying them. */
    public ExecutionConfig enableObjectReuse() {
        environment.set(JobOptions.RECORD_HANDOVER, RecordHandover.SHARE);
        return this;
    }

    /** Operators in one process get a copy of every record whose type can change. */
    public ExecutionConfig disableObjectReuse() {
        environment.set(JobOptions.RECORD_HANDOVER, RecordHandover.COPY);
        return this;
    }

    public boolean isObjectReuseEnabled() {
        return getConfiguration().get(JobOptions.RECORD_HANDOVER) != RecordHandover.COPY;
    }

    public int getParallelism() {
        return environment.getParallelism();
    }

    public ExecutionConfig setParallelism(int parallelism) {
        environment.setParallelism(parallelism);
        return this;
    }

    public int getMaxParallelism() {
        return environment.getMaxParallelism();
    }

    public ExecutionConfig setMaxParallelism(int maxParallelism) {
        environment.setMaxParallelism(maxParallelism);
        return this;
    }
}
