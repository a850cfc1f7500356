package io.tidemark.worker.advice;

/**
 * What was seen of a running source so far.
 *
 * @param watchedMs for how long it has been looked at
 */
public record DelayReport(long watchedMs, DelayAdvice advice) {}
