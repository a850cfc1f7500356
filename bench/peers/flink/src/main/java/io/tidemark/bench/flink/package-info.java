/**
 * Apache Flink as one of the engines that run the workloads, by its DataStream API and a cluster in this process.
 *
 * <p>Central type: {@link io.tidemark.bench.flink.FlinkEngine}. Records are tuples, whose serializer is Flink's fastest for
 * records of its own kinds. Threading: the engine is used by one thread, functions by their task only.
 */
package io.tidemark.bench.flink;
