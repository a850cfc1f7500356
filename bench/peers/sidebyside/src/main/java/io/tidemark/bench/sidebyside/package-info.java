/**
 * Runs workloads on one engine after the other, each in a process of its own, and compares them.
 *
 * <p>Central type: {@link io.tidemark.bench.sidebyside.SideBySide}, the program behind {@code bench/run}. Knows no engine but
 * by its name and class path. Single-threaded.
 */
package io.tidemark.bench.sidebyside;
