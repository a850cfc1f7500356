/**
 * What a burst does to a running job: a million timers, or a window of a million keys, due at one watermark.
 *
 * <p>Central type: {@link io.tidemark.bench.burst.BurstBench}, a program; its job tells what happened by {@code BurstBoard}.
 *
 * <p>Threading: the program has a thread of its own; the job runs in the same process on those of an embedded cluster.
 */
package io.tidemark.bench.burst;
