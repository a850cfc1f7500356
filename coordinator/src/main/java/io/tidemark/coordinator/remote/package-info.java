/**
 * The coordinator's calls to workers.
 *
 * <p>Central type: {@link io.tidemark.coordinator.remote.WorkerClients}, a gRPC channel per worker. It makes each call
 * once; who repeats it is decided elsewhere.
 *
 * <p>Threading: thread-safe, answers come on gRPC's threads.
 */
package io.tidemark.coordinator.remote;
