/**
 * What went wrong in a task, as people see it and as the coordinator classes it.
 *
 * <p>Central type: {@link io.tidemark.worker.failure.TaskFailure}; {@link io.tidemark.worker.failure.FailureRules} is the one
 * list that decides whether a restart may help.
 *
 * <p>Threading: immutable values.
 */
package io.tidemark.worker.failure;
