/**
 * What the coordinator remembers over crashes: its epoch, its jobs, their facts, their jars, and how they ended.
 *
 * <p>Central type: {@link io.tidemark.coordinator.store.JobStore}, a directory that one coordinator at a time holds. A
 * write is durable when its method returns; a crash leaves the old or the new, never half of it.
 *
 * <p>It keeps no state of operators; that is in the checkpoint storage.
 *
 * <p>Threading: thread-safe, but the writes of one job must not overtake each other.
 */
package io.tidemark.coordinator.store;
