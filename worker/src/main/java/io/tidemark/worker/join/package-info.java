/**
 * Joins two keyed streams by time.
 *
 * <p>Central type: {@link io.tidemark.worker.join.IntervalJoinOperator}; {@code JoinSide} is what it keeps of one of the
 * streams.
 *
 * <p>Threading: everything is called on the task's thread.
 */
package io.tidemark.worker.join;
