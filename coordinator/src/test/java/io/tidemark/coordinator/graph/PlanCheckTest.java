package io.tidemark.coordinator.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.api.plan.Partitioning;
import io.tidemark.network.proto.JobPlanProto;
import org.junit.jupiter.api.Test;

class PlanCheckTest {

    private static void refused(JobPlanProto plan, String... words) {
        assertThat(PlanCheck.problem(plan)).hasValueSatisfying(problem -> {
            assertThat(problem.getCause()).contains(words).doesNotContain("\n");
            assertThat(problem.getHint()).isNotBlank();
        });
    }

    @Test
    void aPlanThatCanBeRunPasses() {
        assertThat(PlanCheck.problem(Plans.sourceToSink(2))).isEmpty();
    }

    @Test
    void aPlanWithoutOperatorsIsRefused() {
        refused(new Plans().build(), "no operators");
    }

    @Test
    void forwardBetweenDifferentParallelismIsRefusedNamingBoth() {
        refused(
                new Plans()
                        .node(1, "reader", 2)
                        .node(2, "writer", 3)
                        .edge(1, 2, Partitioning.FORWARD)
                        .build(),
                "\"reader\" (parallelism 2)",
                "\"writer\" (parallelism 3)");
    }

    @Test
    void moreSubtasksThanKeyGroupsAreRefused() {
        refused(new Plans().node(1, "wide", 129).build(), "\"wide\"", "129", "1 to 128");
    }

    @Test
    void aUidUsedTwiceIsRefused() {
        refused(
                new Plans()
                        .node(1, "a", 1)
                        .node(2, "b", 1)
                        .uid(1, "x")
                        .uid(2, "x")
                        .build(),
                "uid \"x\"",
                "\"b\"");
    }

    @Test
    void edgesThatLeadBackOrNowhereAreRefused() {
        refused(
                new Plans()
                        .node(1, "a", 1)
                        .node(2, "b", 1)
                        .edge(2, 1, Partitioning.HASH)
                        .build(),
                "from 2 to 1");
        refused(new Plans().node(1, "a", 1).edge(1, 7, Partitioning.HASH).build(), "from 1 to 7");
        refused(
                new Plans()
                        .node(1, "a", 1)
                        .node(2, "b", 1)
                        .edge(1, 5, 2, 0, Partitioning.HASH)
                        .build(),
                "output 5",
                "\"a\"");
    }

    @Test
    void anUnknownPartitioningIsRefused() {
        JobPlanProto plan = Plans.sourceToSink(1);
        refused(
                plan.toBuilder()
                        .setEdges(0, plan.getEdges(0).toBuilder().setPartitioning("SIDEWAYS"))
                        .build(),
                "SIDEWAYS");
    }

    @Test
    void twoOperatorsOrEdgesOfOneIdAreRefused() {
        JobPlanProto plan = Plans.sourceToSink(1);
        refused(plan.toBuilder().addNodes(plan.getNodes(0)).build(), "id 1");
        refused(plan.toBuilder().addEdges(plan.getEdges(0)).build(), "edges", "id 100");
    }
}
