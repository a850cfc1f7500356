/**
 * The life of one job: attempts, checkpoints, failures, its end.
 *
 * <p>Central type: {@link io.tidemark.coordinator.job.JobMaster}, a deterministic state machine: an {@link
 * io.tidemark.coordinator.job.Event} and the time go in, {@link io.tidemark.coordinator.job.Effect}s come out. What
 * must survive a crash is in {@link io.tidemark.coordinator.job.JobFacts}; nothing that depends on new facts happens
 * before they are durable.
 *
 * <p>Its parts own a piece of what it knows each, and are handed what they look at: {@link
 * io.tidemark.coordinator.job.JobRun} the job as it stands, {@link io.tidemark.coordinator.job.Ledger} its facts, {@link
 * io.tidemark.coordinator.job.OrderBook} what was asked of it, {@link io.tidemark.coordinator.job.Preparation}, {@link
 * io.tidemark.coordinator.job.Checkpointing}, {@link io.tidemark.coordinator.job.Stopping}, {@link
 * io.tidemark.coordinator.job.Restarting} and {@link io.tidemark.coordinator.job.Ending} what is done in its states.
 *
 * <p>It reads no clock, opens no socket or file, starts no thread.
 *
 * <p>Threading: one thread at a time; events of a job are handled in the order they come.
 */
package io.tidemark.coordinator.job;
