/**
 * Operators that share one task: how records, event time, barriers and the end go through them.
 *
 * <p>Central type: {@link io.tidemark.worker.chain.OperatorChain}. Its operators form a tree below the head; they hand records
 * to each other by direct calls and to {@link io.tidemark.worker.chain.OutputEdge}s to other tasks.
 *
 * <p>Threading: everything here belongs to the one thread that steps the task, except counters, which any may read, and
 * {@link io.tidemark.worker.chain.ChainSnapshot#write}, which runs on the snapshot pool.
 */
package io.tidemark.worker.chain;
