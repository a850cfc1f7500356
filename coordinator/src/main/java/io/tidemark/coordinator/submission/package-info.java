/**
 * The way of a job from its jar to the loop: planned, checked, stored, handed over.
 *
 * <p>Central type: {@link io.tidemark.coordinator.submission.Submissions}. A job's id follows from its submission id, so
 * the same submission twice is one job, however the first one fared.
 *
 * <p>Threading: thread-safe; planning and storing run on its own threads.
 */
package io.tidemark.coordinator.submission;
