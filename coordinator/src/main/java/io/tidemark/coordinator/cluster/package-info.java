/**
 * All workers, all slots, all jobs of one coordinator, and who says what to whom.
 *
 * <p>Central type: {@link io.tidemark.coordinator.cluster.ClusterMaster}, deterministic like the job masters it holds:
 * calls with the time go in, {@link io.tidemark.coordinator.cluster.Outside} is told what to do. The simulation runs
 * this very class.
 *
 * <p>It opens no socket or file and starts no thread; a call to a worker may be made twice, and workers bear that.
 *
 * <p>Threading: one thread, the coordinator's loop.
 */
package io.tidemark.coordinator.cluster;
