/**
 * The life of one job: attempts, checkpoints, failures, its end.
 *
 * <p>Central type: {@link io.tidemark.coordinator.job.JobMaster}, a deterministic state machine: an {@link
 * io.tidemark.coordinator.job.Event} and the time go in, {@link io.tidemark.coordinator.job.Effect}s come out. What
 * must survive a crash is in {@link io.tidemark.coordinator.job.JobFacts}; nothing that depends on new facts happens
 * before they are durable.
 *
 * <p>It reads no clock, opens no socket or file, starts no thread.
 *
 * <p>Threading: one thread at a time; events of a job are handled in the order they come.
 */
package io.tidemark.coordinator.job;
