package io.tidemark.coordinator.graph;

import io.tidemark.api.plan.Partitioning;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.PlanEdgeProto;
import io.tidemark.network.proto.PlanNodeProto;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Refuses plans that could not be run, before anything is stored. */
public final class PlanCheck {
    private static final String BUG_HINT =
            "This plan was not made by the Tidemark API of this version; use the same version for client and cluster.";

    private PlanCheck() {}

    /** What is wrong with the plan, or nothing. */
    public static Optional<ErrorDetail> problem(JobPlanProto plan) {
        if (plan.getNodesCount() == 0) {
            return refuse("the job has no operators", "Add a source and a sink before execute().");
        }
        Map<Integer, PlanNodeProto> nodes = new HashMap<>();
        Set<String> uids = new HashSet<>();
        for (PlanNodeProto node : plan.getNodesList()) {
            if (nodes.put(node.getId(), node) != null) {
                return refuse("two operators of the plan have the id " + node.getId(), BUG_HINT);
            }
            if (!uids.add(node.getUid())) {
                return refuse(
                        "two operators have the uid \"" + node.getUid() + "\"; one is \"" + node.getName() + "\"",
                        "Give each operator its own uid: its state is found by it.");
            }
            if (node.getParallelism() < 1 || node.getParallelism() > plan.getMaxParallelism()) {
                return refuse(
                        "operator \"" + node.getName() + "\" has parallelism " + node.getParallelism()
                                + ", allowed are 1 to " + plan.getMaxParallelism(),
                        "Lower the parallelism, or raise pipeline.max-parallelism.");
            }
        }
        Set<Integer> edges = new HashSet<>();
        for (PlanEdgeProto edge : plan.getEdgesList()) {
            Optional<ErrorDetail> problem = problem(edge, nodes);
            if (problem.isPresent()) {
                return problem;
            }
            if (!edges.add(edge.getId())) {
                return refuse("two edges of the plan have the id " + edge.getId(), BUG_HINT);
            }
        }
        return Optional.empty();
    }

    private static Optional<ErrorDetail> problem(PlanEdgeProto edge, Map<Integer, PlanNodeProto> nodes) {
        PlanNodeProto source = nodes.get(edge.getSource());
        PlanNodeProto target = nodes.get(edge.getTarget());
        if (source == null || target == null || source.getId() >= target.getId()) {
            return refuse(
                    "edge " + edge.getId() + " of the plan leads from " + edge.getSource() + " to " + edge.getTarget(),
                    BUG_HINT);
        }
        if (source.getOutputsList().stream().noneMatch(output -> output.getOrdinal() == edge.getOutput())) {
            return refuse(
                    "edge " + edge.getId() + " starts at output " + edge.getOutput() + ", which \"" + source.getName()
                            + "\" does not have",
                    BUG_HINT);
        }
        Partitioning partitioning;
        try {
            partitioning = Partitioning.valueOf(edge.getPartitioning());
        } catch (IllegalArgumentException e) {
            return refuse("edge " + edge.getId() + " is partitioned by \"" + edge.getPartitioning() + "\"", BUG_HINT);
        }
        if (partitioning == Partitioning.FORWARD && source.getParallelism() != target.getParallelism()) {
            return refuse(
                    "forward from \"" + source.getName() + "\" (parallelism " + source.getParallelism() + ") to \""
                            + target.getName() + "\" (parallelism " + target.getParallelism() + ")",
                    "Use rebalance() there, or give both the same parallelism.");
        }
        return Optional.empty();
    }

    private static Optional<ErrorDetail> refuse(String cause, String hint) {
        return Optional.of(
                ErrorDetail.newBuilder().setCause(cause).setHint(hint).build());
    }
}
