/**
 * What is measured, the same for every engine: events as a function of their number, and what must come out.
 *
 * <p>Central type: {@link io.tidemark.bench.workload.Workload}; an {@link io.tidemark.bench.workload.Engine} runs it, and
 * {@link io.tidemark.bench.workload.OneRun} is the program that measures one run. Depends on nothing, because it stands on
 * the class path of every engine.
 *
 * <p>Threading: the arithmetic is pure; {@link io.tidemark.bench.workload.TallyBoard} is used by any thread.
 */
package io.tidemark.bench.workload;
