/**
 * Executions on a worker: the tasks of one attempt of a job, the jar and class loader they share, and how they are made from
 * their descriptors.
 *
 * <p>Central types: {@link io.tidemark.worker.job.JobAttempt} and {@link io.tidemark.worker.job.Attempts}, which has all of a
 * worker.
 *
 * <p>Threading: attempts are thread-safe; their tasks are built on the deployment pool and stepped by the task loops.
 */
package io.tidemark.worker.job;
