/**
 * Has Tidemark become slower? A few workloads in small sizes, each beside the plain loop in the same process, as a ratio that is
 * compared with the one the repository remembers.
 *
 * <p>Central type: {@link io.tidemark.bench.quick.QuickBench}, the program behind {@code bench/quick};
 * {@link io.tidemark.bench.quick.Regressions} decides, {@link io.tidemark.bench.quick.PairedRuns} measures in a process of its
 * own. Single-threaded but for what is measured.
 */
package io.tidemark.bench.quick;
