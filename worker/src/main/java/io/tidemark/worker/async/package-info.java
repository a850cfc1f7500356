/**
 * Requests for records, many at a time, and what waits for their answers.
 *
 * <p>Central types: {@link io.tidemark.worker.async.PendingQueue} for the order in which things go on, {@link
 * io.tidemark.worker.async.AsyncWaitOperator} for the requests.
 *
 * <p>Threading: on the thread that steps the task, but for answers, which any thread may bring to {@link
 * io.tidemark.worker.async.Answers}.
 */
package io.tidemark.worker.async;
