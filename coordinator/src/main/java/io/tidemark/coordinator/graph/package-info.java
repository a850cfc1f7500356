/**
 * From a plan to tasks: which operators share a task, which task gets which channels, and what a worker is told.
 *
 * <p>Central type: {@link io.tidemark.coordinator.graph.ExecutionGraph}, made from a plan. {@link
 * io.tidemark.coordinator.graph.Deployment} turns it, with slots and the checkpoint to start from, into requests.
 *
 * <p>It opens no plan node: functions and serializers are opaque bytes that only workers read.
 *
 * <p>Threading: immutable, share freely.
 */
package io.tidemark.coordinator.graph;
