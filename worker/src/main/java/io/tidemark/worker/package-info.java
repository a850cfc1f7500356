/**
 * A worker: the process part that runs tasks for a coordinator.
 *
 * <p>Central type: {@link io.tidemark.worker.Worker}. It opens its two ports, registers, keeps up heartbeats, and turns the
 * coordinator's calls into work for {@code io.tidemark.worker.job}.
 *
 * <p>Threading: gRPC threads only turn calls into calls of thread-safe parts; {@code CoordinatorLink} has one thread for
 * heartbeats and one for reports.
 */
package io.tidemark.worker;
