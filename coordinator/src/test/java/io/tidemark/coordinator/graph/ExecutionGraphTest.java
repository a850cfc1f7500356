package io.tidemark.coordinator.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.plan.Partitioning;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.PlanEdgeProto;
import io.tidemark.network.proto.PlanNodeProto;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which operators share a task. */
class ExecutionGraphTest {

    private static List<List<Integer>> chains(JobPlanProto plan) {
        return ExecutionGraph.of(plan).vertices().stream()
                .map(vertex -> vertex.nodes().stream().map(PlanNodeProto::getId).toList())
                .toList();
    }

    @Test
    void forwardEdgesOfEqualParallelismMakeAChain() {
        Plans plan = new Plans().node(1, "source", 2).node(2, "map", 2).node(3, "sink", 2);
        plan.edge(1, 2, Partitioning.FORWARD).edge(2, 3, Partitioning.FORWARD);
        assertThat(chains(plan.build())).containsExactly(List.of(1, 2, 3));
        assertThat(ExecutionGraph.of(plan.build()).vertex(1).name()).isEqualTo("source -> map -> sink");
    }

    @ParameterizedTest
    @EnumSource(value = Partitioning.class, names = "FORWARD", mode = EnumSource.Mode.EXCLUDE)
    void anyOtherPartitioningEndsAChainEvenAtParallelismOne(Partitioning partitioning) {
        Plans plan = new Plans().node(1, "a", 1).node(2, "b", 1).edge(1, 2, partitioning);
        assertThat(chains(plan.build())).containsExactly(List.of(1), List.of(2));
    }

    @Test
    void anOperatorThatWantsATaskOfItsOwnGetsItOnBothSides() {
        Plans plan = new Plans().node(1, "a", 1).node(2, "b", 1, false).node(3, "c", 1);
        plan.edge(1, 2, Partitioning.FORWARD).edge(2, 3, Partitioning.FORWARD);
        assertThat(chains(plan.build())).containsExactly(List.of(1), List.of(2), List.of(3));
    }

    @Test
    void anOperatorWithSeveralInputEdgesHeadsAChain() {
        Plans plan =
                new Plans().node(1, "a", 1).node(2, "b", 1).node(3, "union", 1).node(4, "sink", 1);
        plan.edge(1, 3, Partitioning.FORWARD).edge(2, 3, Partitioning.FORWARD).edge(3, 4, Partitioning.FORWARD);
        assertThat(chains(plan.build())).containsExactly(List.of(1), List.of(2), List.of(3, 4));
    }

    /** TR-W10. */
    @Test
    void twoEdgesFromOneOperatorToAnotherAreBothKept() {
        Plans plan = new Plans().node(1, "a", 1).node(2, "self-union", 1);
        plan.edge(1, 2, Partitioning.FORWARD).edge(1, 2, Partitioning.FORWARD);
        ExecutionGraph graph = ExecutionGraph.of(plan.build());
        assertThat(graph.vertex(2).inputs()).hasSize(2);
        assertThat(graph.vertex(1).outputs()).hasSize(2);
    }

    @Test
    void aChainMayFork() {
        Plans plan = new Plans().node(1, "a", 2).node(2, "b", 2).node(3, "c", 2).node(4, "d", 2);
        plan.edge(1, 2, Partitioning.FORWARD).edge(1, 3, Partitioning.FORWARD).edge(2, 4, Partitioning.HASH);
        ExecutionGraph graph = ExecutionGraph.of(plan.build());
        assertThat(chains(plan.build())).containsExactly(List.of(1, 2, 3), List.of(4));
        assertThat(graph.vertex(1).chained()).hasSize(2);
        assertThat(graph.vertex(1).outputs())
                .singleElement()
                .satisfies(edge -> assertThat(edge.getSource()).isEqualTo(2));
    }

    @Test
    void aSlotIsNeededForEverySubtaskOfTheWidestVertex() {
        Plans plan = new Plans().node(1, "a", 1).node(2, "b", 5).node(3, "c", 3);
        plan.edge(1, 2, Partitioning.DIRECT).edge(2, 3, Partitioning.HASH);
        ExecutionGraph graph = ExecutionGraph.of(plan.build());
        assertThat(graph.slotsNeeded()).isEqualTo(5);
        assertThat(graph.taskCount()).isEqualTo(9);
        assertThat(graph.vertex(1).isSource()).isTrue();
        assertThat(graph.vertex(2).isSource()).isFalse();
    }

    @Test
    void anUnknownVertexIsNamed() {
        ExecutionGraph graph = ExecutionGraph.of(Plans.sourceToSink(1));
        assertThatThrownBy(() -> graph.vertex(9)).hasMessageContaining("9").hasMessageContaining("[1, 2]");
    }

    /** Every node is in one chain, every edge in one place, and the rule for each edge is the one of the contract. */
    @Property(tries = 300)
    void chainsPartitionAnyPlan(@ForAll("plans") JobPlanProto plan) {
        ExecutionGraph graph = ExecutionGraph.of(plan);
        Set<Integer> seen = new HashSet<>();
        Map<Integer, Integer> vertexOf = new HashMap<>();
        for (Vertex vertex : graph.vertices()) {
            assertThat(vertex.id()).isEqualTo(vertex.nodes().get(0).getId());
            for (PlanNodeProto node : vertex.nodes()) {
                assertThat(seen.add(node.getId())).isTrue();
                assertThat(node.getParallelism()).isEqualTo(vertex.parallelism());
                vertexOf.put(node.getId(), vertex.id());
            }
        }
        assertThat(seen).hasSize(plan.getNodesCount());
        Map<Integer, PlanNodeProto> nodes = new HashMap<>();
        plan.getNodesList().forEach(node -> nodes.put(node.getId(), node));
        for (PlanEdgeProto edge : plan.getEdgesList()) {
            long inputs = plan.getEdgesList().stream()
                    .filter(other -> other.getTarget() == edge.getTarget())
                    .count();
            boolean chainable = edge.getPartitioning().equals("FORWARD")
                    && nodes.get(edge.getSource()).getChainable()
                    && nodes.get(edge.getTarget()).getChainable()
                    && inputs == 1;
            Vertex from = graph.vertexOfNode(edge.getSource());
            Vertex to = graph.vertexOfNode(edge.getTarget());
            assertThat(from.chained().contains(edge)).isEqualTo(chainable);
            assertThat(from.outputs().contains(edge)).isEqualTo(!chainable);
            assertThat(to.inputs().contains(edge)).isEqualTo(!chainable);
            assertThat(from.id() == to.id()).isEqualTo(chainable);
        }
    }

    @Provide
    Arbitrary<JobPlanProto> plans() {
        return Arbitraries.randomValue(random -> {
            int count = 1 + random.nextInt(8);
            Plans plan = new Plans();
            List<Integer> parallelism = new ArrayList<>();
            for (int id = 0; id < count; id++) {
                parallelism.add(1 + random.nextInt(2));
                plan.node(id, "node " + id, parallelism.get(id), random.nextInt(5) != 0);
            }
            for (int target = 1; target < count; target++) {
                for (int i = random.nextInt(3); i > 0; i--) {
                    int source = random.nextInt(target);
                    boolean equal = parallelism.get(source).equals(parallelism.get(target));
                    boolean forward = equal && random.nextInt(3) != 0;
                    plan.edge(source, target, forward ? Partitioning.FORWARD : Partitioning.REBALANCE);
                }
            }
            return plan.build();
        });
    }

    @Test
    void aRescaleLeavesOperatorsWithANumberOfTheirOwnWereItTheSameAsTheJobs() {
        JobPlanProto.Builder plan = new Plans()
                        .node(1, "source", 1)
                        .node(2, "single", 1)
                        .node(3, "sink", 1)
                        .edge(1, 2, Partitioning.FORWARD)
                        .edge(2, 3, Partitioning.FORWARD)
                        .build()
                        .toBuilder();
        plan.getNodesBuilder(1).setFixedParallelism(true);
        ExecutionGraph wider = ExecutionGraph.of(plan.build()).rescaled(3);
        assertThat(wider.node(1).getParallelism()).isEqualTo(3);
        assertThat(wider.node(2).getParallelism()).isEqualTo(1);
        assertThat(wider.node(3).getParallelism()).isEqualTo(3);
        assertThat(wider.slotsNeeded()).isEqualTo(3);
    }
}
