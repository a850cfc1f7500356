/**
 * The coordinator's gRPC services: they turn calls into questions to the loop and its answers into replies.
 *
 * <p>Central types: {@link io.tidemark.coordinator.rpc.JobService} for clients, {@link
 * io.tidemark.coordinator.rpc.WorkerFacingService} for workers.
 *
 * <p>They keep no state of their own, except of a jar that is coming in.
 *
 * <p>Threading: gRPC's threads; they never wait for the loop.
 */
package io.tidemark.coordinator.rpc;
