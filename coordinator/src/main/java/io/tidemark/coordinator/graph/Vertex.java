package io.tidemark.coordinator.graph;

import io.tidemark.network.proto.PlanEdgeProto;
import io.tidemark.network.proto.PlanNodeProto;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A chain of operators; each of its subtasks is one task.
 *
 * @param id id of the chain's first node, by which its snapshots are found again
 * @param nodes in topological order, the head first
 * @param chained edges inside the chain
 * @param inputs edges into the head
 * @param outputs edges out of any node of the chain
 */
public record Vertex(
        int id,
        int parallelism,
        List<PlanNodeProto> nodes,
        List<PlanEdgeProto> chained,
        List<PlanEdgeProto> inputs,
        List<PlanEdgeProto> outputs) {
    public Vertex {
        nodes = List.copyOf(nodes);
        chained = List.copyOf(chained);
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }

    /** For people: the names of its operators, in order. */
    public String name() {
        return nodes.stream().map(PlanNodeProto::getName).collect(Collectors.joining(" -> "));
    }

    /** Whether barriers start here. */
    public boolean isSource() {
        return inputs.isEmpty();
    }

    public List<String> uids() {
        return nodes.stream().map(PlanNodeProto::getUid).toList();
    }
}
