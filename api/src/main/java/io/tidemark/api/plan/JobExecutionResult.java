package io.tidemark.api.plan;

/** How a job ended. */
public record JobExecutionResult(String jobId, String jobName, long netRuntimeMs) {}
