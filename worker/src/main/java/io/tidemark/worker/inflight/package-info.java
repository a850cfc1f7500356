/**
 * What is on its way between tasks, as part of a checkpoint.
 *
 * <p>Central types: {@link io.tidemark.worker.inflight.InFlightSnapshot}, which puts what a gate has read ahead into a task's
 * snapshot, and {@link io.tidemark.worker.inflight.RestoredInFlight}, which makes logs of it again.
 *
 * <p>Threading: the first runs on the snapshot pool, the second on the deployment pool.
 */
package io.tidemark.worker.inflight;
