/**
 * Runs operators by hand: records, watermarks and clocks are given one by one, what comes out is read back, and the operator
 * is snapshotted and restored at any point. No threads, no sleeping.
 *
 * <p>Central type: {@link io.tidemark.testing.OperatorHarness}. It uses the real task, gates, state store and snapshots; only
 * the channels, the clock and the loop are its own.
 *
 * <p>Threading: a harness is used by one thread.
 */
package io.tidemark.testing;
