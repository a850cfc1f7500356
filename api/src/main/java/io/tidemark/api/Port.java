package io.tidemark.api;

import io.tidemark.api.function.OutputTag;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.type.TypeInformation;

/**
 * One output of an operator and how its records are to be spread.
 *
 * @param tag null for the main output
 * @param partitioning null for forward, or rebalance where the parallelism differs
 * @param partitioner a {@code KeySpec} for HASH, a {@code CustomPartitioner} for CUSTOM, else null
 */
record Port(PlanVertex vertex, OutputTag<?> tag, Partitioning partitioning, Object partitioner) {

    static Port main(PlanVertex vertex) {
        return new Port(vertex, null, null, null);
    }

    static Port side(PlanVertex vertex, OutputTag<?> tag) {
        return new Port(vertex, tag, null, null);
    }

    Port spread(Partitioning otherPartitioning, Object otherPartitioner) {
        return new Port(vertex, tag, otherPartitioning, otherPartitioner);
    }

    TypeInformation<?> type() {
        return tag == null ? vertex.type().use() : tag.getTypeInfo();
    }
}
