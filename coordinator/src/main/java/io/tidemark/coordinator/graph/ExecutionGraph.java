package io.tidemark.coordinator.graph;

import io.tidemark.api.config.Configuration;
import io.tidemark.api.config.JobOptions;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.PlanEdgeProto;
import io.tidemark.network.proto.PlanNodeProto;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A plan, cut into chains. An edge is inside a chain when it is FORWARD between chainable nodes of equal parallelism
 * and is the consumer's only input edge.
 */
public final class ExecutionGraph {
    private final JobPlanProto plan;
    private final SortedMap<Integer, Vertex> vertices;
    private final Map<Integer, Integer> vertexOfNode;
    private final Map<Integer, PlanNodeProto> nodes;

    private ExecutionGraph(
            JobPlanProto plan,
            SortedMap<Integer, Vertex> vertices,
            Map<Integer, Integer> vertexOfNode,
            Map<Integer, PlanNodeProto> nodes) {
        this.plan = plan;
        this.vertices = vertices;
        this.vertexOfNode = vertexOfNode;
        this.nodes = nodes;
    }

    /**
     * Cuts a plan that {@link PlanCheck} has passed.
     */
    public static ExecutionGraph of(JobPlanProto plan) {
        Map<Integer, PlanNodeProto> nodes = new HashMap<>();
        plan.getNodesList().forEach(node -> nodes.put(node.getId(), node));
        Map<Integer, Integer> inputEdges = new HashMap<>();
        plan.getEdgesList().forEach(edge -> inputEdges.merge(edge.getTarget(), 1, Integer::sum));

        Map<Integer, Integer> vertexOfNode = new HashMap<>();
        plan.getNodesList().forEach(node -> vertexOfNode.put(node.getId(), node.getId()));
        List<PlanEdgeProto> byTarget = new ArrayList<>(plan.getEdgesList());
        byTarget.sort(Comparator.comparingInt(PlanEdgeProto::getTarget).thenComparingInt(PlanEdgeProto::getId));
        Map<Integer, Boolean> chained = new HashMap<>();
        for (PlanEdgeProto edge : byTarget) {
            boolean joins = joins(edge, nodes, inputEdges);
            chained.put(edge.getId(), joins);
            if (joins) {
                // Edges lead from lower to higher ids, so the producer's own chain is known by now.
                vertexOfNode.put(edge.getTarget(), vertexOfNode.get(edge.getSource()));
            }
        }
        return new ExecutionGraph(plan, cut(plan, vertexOfNode, chained), vertexOfNode, nodes);
    }

    private static boolean joins(
            PlanEdgeProto edge, Map<Integer, PlanNodeProto> nodes, Map<Integer, Integer> inputEdges) {
        PlanNodeProto source = nodes.get(edge.getSource());
        PlanNodeProto target = nodes.get(edge.getTarget());
        return edge.getPartitioning().equals(Partitioning.FORWARD.name())
                && source.getChainable()
                && target.getChainable()
                && source.getParallelism() == target.getParallelism()
                && inputEdges.get(target.getId()) == 1;
    }

    private static SortedMap<Integer, Vertex> cut(
            JobPlanProto plan, Map<Integer, Integer> vertexOfNode, Map<Integer, Boolean> chained) {
        SortedMap<Integer, List<PlanNodeProto>> members = new TreeMap<>();
        plan.getNodesList().stream()
                .sorted(Comparator.comparingInt(PlanNodeProto::getId))
                .forEach(node -> members.computeIfAbsent(vertexOfNode.get(node.getId()), id -> new ArrayList<>())
                        .add(node));
        SortedMap<Integer, Vertex> vertices = new TreeMap<>();
        members.forEach((id, nodes) -> {
            List<PlanEdgeProto> inside = new ArrayList<>();
            List<PlanEdgeProto> inputs = new ArrayList<>();
            List<PlanEdgeProto> outputs = new ArrayList<>();
            for (PlanEdgeProto edge : plan.getEdgesList()) {
                boolean fromHere = vertexOfNode.get(edge.getSource()).equals(id);
                boolean toHere = vertexOfNode.get(edge.getTarget()).equals(id);
                if (chained.get(edge.getId())) {
                    if (fromHere) {
                        inside.add(edge);
                    }
                    continue;
                }
                if (fromHere) {
                    outputs.add(edge);
                }
                if (toHere) {
                    inputs.add(edge);
                }
            }
            vertices.put(id, new Vertex(id, nodes.get(0).getParallelism(), nodes, inside, inputs, outputs));
        });
        return vertices;
    }

    /** The parallelism of operators that have no number of their own. */
    public int parallelism() {
        return Configuration.of(plan.getConfigurationMap()).get(JobOptions.PARALLELISM);
    }

    /**
     * This graph at another parallelism: operators that had the job's get the new one, those with a number of their own keep
     * it, were it the same as the job's. An edge from subtask to subtask whose ends are no longer equally wide deals its
     * records out in turn.
     */
    public ExecutionGraph rescaled(int parallelism) {
        int before = parallelism();
        if (parallelism == before) {
            return this;
        }
        JobPlanProto.Builder wider =
                plan.toBuilder().putConfiguration(JobOptions.PARALLELISM.key(), Integer.toString(parallelism));
        Map<Integer, Integer> widths = new HashMap<>();
        for (PlanNodeProto.Builder node : wider.getNodesBuilderList()) {
            if (!node.getFixedParallelism() && node.getParallelism() == before) {
                node.setParallelism(parallelism);
            }
            widths.put(node.getId(), node.getParallelism());
        }
        for (PlanEdgeProto.Builder edge : wider.getEdgesBuilderList()) {
            boolean isUneven = !widths.get(edge.getSource()).equals(widths.get(edge.getTarget()));
            if (isUneven && edge.getPartitioning().equals(Partitioning.FORWARD.name())) {
                edge.setPartitioning(Partitioning.REBALANCE.name());
            }
        }
        return of(wider.build());
    }

    public JobPlanProto plan() {
        return plan;
    }

    /** Ascending by id, which is a topological order. */
    public List<Vertex> vertices() {
        return List.copyOf(vertices.values());
    }

    public Vertex vertex(int id) {
        Vertex vertex = vertices.get(id);
        if (vertex == null) {
            throw new IllegalArgumentException("no vertex " + id + " in " + vertices.keySet());
        }
        return vertex;
    }

    /** The chain that a node of the plan is in. */
    public Vertex vertexOfNode(int nodeId) {
        return vertex(vertexOfNode.get(nodeId));
    }

    /** The node of the plan with this id. */
    public PlanNodeProto node(int nodeId) {
        return nodes.get(nodeId);
    }

    /** Slots that the job needs: a slot takes one subtask of every vertex. */
    public int slotsNeeded() {
        return vertices.values().stream().mapToInt(Vertex::parallelism).max().orElse(0);
    }

    public int taskCount() {
        return vertices.values().stream().mapToInt(Vertex::parallelism).sum();
    }
}
