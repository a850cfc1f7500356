/**
 * How long a job with much state stands still when a worker's process is killed.
 *
 * <p>Central type: {@link io.tidemark.bench.recovery.RecoveryBench}, which kills workers of a cluster of real processes while
 * {@link io.tidemark.bench.recovery.RecoveryJob} runs there, and reads from what the job wrote when its first new result
 * came. Recovery includes all: that the loss is noticed, the restart, the state, and the records since the checkpoint.
 *
 * <p>Threading: one thread; everything else is in other processes.
 */
package io.tidemark.bench.recovery;
