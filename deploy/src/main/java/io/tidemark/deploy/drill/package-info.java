/**
 * Recovery drills: something is done to a job's processes, and the results must be those of a job to which nothing was done.
 *
 * <p>Central types: {@link io.tidemark.deploy.drill.Drill}, one kind of failure; {@link io.tidemark.deploy.drill.Scene}, what it
 * works with; {@link io.tidemark.deploy.drill.DrillReport}, what came of it.
 *
 * <p>Threading: used by one thread.
 */
package io.tidemark.deploy.drill;
