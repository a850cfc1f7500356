/**
 * Where a drill takes place: a throw-away cluster of real processes, a job on it, and what can be seen of both.
 *
 * <p>Central types: {@link io.tidemark.deploy.drill.stage.DrillCluster}, {@link io.tidemark.deploy.drill.stage.DrillJob} and
 * {@link io.tidemark.deploy.drill.stage.Subject}, the job that is drilled.
 *
 * <p>Threading: used by one thread; {@code DrillCluster.close} by another one when the process is interrupted.
 */
package io.tidemark.deploy.drill.stage;
