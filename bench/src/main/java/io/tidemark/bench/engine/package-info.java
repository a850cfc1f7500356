/**
 * Tidemark as one of the engines that run the workloads: the jobs as a user writes them, and the embedded cluster.
 *
 * <p>Central type: {@link io.tidemark.bench.engine.TidemarkEngine}. Threading: the engine is used by one thread, functions by
 * their task only.
 */
package io.tidemark.bench.engine;
