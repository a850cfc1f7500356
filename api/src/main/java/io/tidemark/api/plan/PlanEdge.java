package io.tidemark.api.plan;

/**
 * An edge of the plan.
 *
 * @param id unique within the plan
 * @param source id of the producing node
 * @param output ordinal of its output
 * @param target id of the consuming node
 * @param input ordinal of its input
 * @param partitioner for HASH a Java-serialised {@code KeySpec}, for CUSTOM a Java-serialised {@code
 *     CustomPartitioner}, else empty
 */
public record PlanEdge(
        int id, int source, int output, int target, int input, Partitioning partitioning, byte[] partitioner) {}
