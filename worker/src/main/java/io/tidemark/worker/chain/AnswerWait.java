package io.tidemark.worker.chain;

/**
 * What an operator waits for from outside of the job.
 *
 * @param records whose answers are not there
 * @param capacity how many may wait at a time; then the operator takes no more
 * @param nanosSinceFirst how long ago the first of them was asked for
 * @param holdsEventTime whether a watermark waits behind them
 */
public record AnswerWait(int records, int capacity, long nanosSinceFirst, boolean holdsEventTime) {}
