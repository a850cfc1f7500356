/**
 * The workloads written by hand on one thread: with the collections that everybody knows, and with tables of primitives.
 *
 * <p>Central types: {@link io.tidemark.bench.workload.plain.PlainEngine}, whose results are what the others must give, and
 * {@link io.tidemark.bench.workload.plain.LimitEngine}. Single-threaded.
 */
package io.tidemark.bench.workload.plain;
