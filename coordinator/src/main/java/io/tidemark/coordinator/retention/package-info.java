/**
 * How long the coordinator remembers jobs that have ended: which of them can be forgotten, and forgetting them, with their
 * checkpoints, their jars and what is told of them.
 *
 * <p>Central type: {@link io.tidemark.coordinator.retention.JobRetention}, which decides; {@link
 * io.tidemark.coordinator.retention.Forgetting} does it. Savepoints are nobody's but the user's and are never touched.
 *
 * <p>Threading: thread-safe; forgetting runs on a thread of its own.
 */
package io.tidemark.coordinator.retention;
