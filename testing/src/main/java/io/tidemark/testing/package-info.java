/**
 * The test kit: runs functions, operators and pieces of a job by hand. Records, watermarks and clocks are given one by one,
 * what comes out is compared with what is expected, and everything is snapshotted and restored at any point. No threads, no
 * waiting.
 *
 * <p>Central type: {@link io.tidemark.testing.StreamHarness}. What runs is the engine; only the channels, the clock and the loop
 * are the kit's own.
 *
 * <p>Threading: a harness and all that it gives are used by one thread.
 */
package io.tidemark.testing;
