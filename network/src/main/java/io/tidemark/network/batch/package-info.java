/**
 * Records on the move: what an operator produces, a channel carries and a gate hands on.
 *
 * <p>Central type: {@link io.tidemark.network.batch.RecordBatch}, the unit of hand-over between threads, of flushing
 * and of local credit.
 *
 * <p>Threading: a batch belongs to one thread at a time; channels move it from one to the next.
 */
package io.tidemark.network.batch;
