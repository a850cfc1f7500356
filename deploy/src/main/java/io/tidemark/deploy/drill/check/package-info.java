/**
 * Whether results are right: what numbered records must give, what a sink committed, and where the two differ.
 *
 * <p>Central types: {@link io.tidemark.deploy.drill.check.KnownAnswer}, a plain program that knows nothing of the engine, and
 * {@link io.tidemark.deploy.drill.check.Findings}.
 *
 * <p>Threading: used by one thread.
 */
package io.tidemark.deploy.drill.check;
