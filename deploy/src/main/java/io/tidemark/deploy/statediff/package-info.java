/**
 * Says what becomes of a savepoint's state in another version of its job, before anything is stopped.
 *
 * <p>The central type is {@link io.tidemark.deploy.statediff.StateDiffProcess}. The job's code runs in processes of their
 * own: one that plans, one that opens the operators to learn what they declare. Threading: used by one thread.
 */
package io.tidemark.deploy.statediff;
