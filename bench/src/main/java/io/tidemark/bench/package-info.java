/**
 * Measurements against the plain loop.
 *
 * <p>Central type: {@link io.tidemark.bench.KeyedSumBench}. A workload is a generator and a checksum of
 * its results that does not depend on their order; a wrong checksum voids the run. Single-threaded but
 * for the cluster it starts.
 */
package io.tidemark.bench;
