/**
 * Hazelcast Jet as one of the engines that run the workloads, by its pipeline API and a member in this process.
 *
 * <p>Central type: {@link io.tidemark.bench.jet.JetEngine}. Threading: the engine is used by one thread, processors by the
 * member's cooperative threads.
 */
package io.tidemark.bench.jet;
