/**
 * The checkpoints of one job: which one is under way, who has acked it, what its manifest says, how the last ones went.
 *
 * <p>Central type: {@link io.tidemark.coordinator.checkpoint.CheckpointCoordinator}, pure: facts in, decision out. It
 * writes no file and calls no worker; the job's state machine does what it decides.
 *
 * <p>It does not decide what is durable: a checkpoint counts only once the job store has recorded it.
 *
 * <p>Threading: owned by the job's state machine, one thread.
 */
package io.tidemark.coordinator.checkpoint;
