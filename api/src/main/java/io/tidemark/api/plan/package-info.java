/**
 * The job as data: what {@code env.execute()} hands to a cluster.
 *
 * <p>Central type: {@link io.tidemark.api.plan.JobPlan}, immutable. User functions are opaque bytes, so
 * that a plan can be read without the job's classes.
 *
 * <p>Threading: immutable, share freely.
 */
package io.tidemark.api.plan;
