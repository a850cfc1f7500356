/**
 * The coordinator: takes jobs on, schedules them, takes their checkpoints, and brings them back after failures.
 *
 * <p>Central type: {@link io.tidemark.coordinator.Coordinator}, a thin shell around {@link
 * io.tidemark.coordinator.cluster.ClusterMaster}, which decides everything: the shell brings events to its loop and does
 * what it wants done.
 *
 * <p>It never runs user code and never moves records.
 *
 * <p>Threading: decisions on the coordinator loop, disk on I/O threads, calls on gRPC's threads.
 */
package io.tidemark.coordinator;
