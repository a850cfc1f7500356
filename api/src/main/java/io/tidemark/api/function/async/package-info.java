/**
 * Functions that ask something outside of the job and go on without waiting for the answer.
 *
 * <p>Central types: {@link io.tidemark.api.function.async.AsyncFunction}, which asks, {@link
 * io.tidemark.api.function.async.ResultFuture}, which takes the answer, and {@link
 * io.tidemark.api.function.async.AsyncRetryStrategy} for asking again.
 *
 * <p>Threading: functions are called on the task's thread only; a result future takes its answer from any thread.
 */
package io.tidemark.api.function.async;
