/**
 * Runs a job's {@code main} in a child process that only plans, so that no user code ever runs in the coordinator.
 *
 * <p>Central types: {@link io.tidemark.coordinator.planning.PlanningProcess} in the coordinator, {@link
 * io.tidemark.coordinator.planning.PlanningMain} in the child. They talk by two files: a request and a reply.
 *
 * <p>When a job starts from a checkpoint, {@link io.tidemark.coordinator.planning.StateCheckMain} opens its operators in another
 * child, to see whether the state fits before anything runs.
 *
 * <p>Whatever goes wrong becomes an {@link io.tidemark.network.proto.ErrorDetail} that its author understands.
 *
 * <p>Threading: a call blocks until the child has ended; calls may run side by side.
 */
package io.tidemark.coordinator.planning;
