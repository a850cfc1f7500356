package io.tidemark.coordinator.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.api.plan.Partitioning;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.network.placement.Placements;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.InputEdgeDescriptor;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.OutputEdgeDescriptor;
import io.tidemark.network.proto.TaskDescriptor;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DeploymentTest {
    private static final List<TaskSlot> TWO_WORKERS =
            List.of(new TaskSlot("w1", "w1:10"), new TaskSlot("w2", "w2:20"), new TaskSlot("w1", "w1:10"));

    private static Map<String, DeployRequest> deploy(JobPlanProto plan, Optional<CheckpointManifest> restore) {
        return Deployment.requests(
                ExecutionGraph.of(plan),
                TWO_WORKERS,
                DeployRequest.newBuilder().setJobId("job").setAttempt(4).build(),
                restore);
    }

    private static TaskDescriptor task(Map<String, DeployRequest> requests, int vertex, int subtask) {
        return requests.values().stream()
                .flatMap(request -> request.getTasksList().stream())
                .filter(task ->
                        task.getTask().getVertex() == vertex && task.getTask().getSubtask() == subtask)
                .findFirst()
                .orElseThrow();
    }

    private static DeployRequest requestOf(Map<String, DeployRequest> requests, TaskDescriptor task) {
        return requests.values().stream()
                .filter(request -> request.getTasksList().contains(task))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> outputs(Map<String, DeployRequest> requests, int vertex, int subtask)
            throws IOException {
        TaskDescriptor task = task(requests, vertex, subtask);
        OutputEdgeDescriptor edge = task.getOutputs(0);
        return ends(Placements.of(requestOf(requests, task))
                .peers(edge.getEdge(), subtask, edge.getConsumerVertex(), edge.getConsumerParallelism()));
    }

    private static List<String> inputs(Map<String, DeployRequest> requests, int vertex, int subtask)
            throws IOException {
        TaskDescriptor task = task(requests, vertex, subtask);
        InputEdgeDescriptor edge = task.getInputs(0);
        return ends(Placements.of(requestOf(requests, task))
                .peers(edge.getEdge(), subtask, edge.getProducerVertex(), edge.getProducerParallelism()));
    }

    private static List<String> ends(List<Placements.Peer> peers) {
        return peers.stream()
                .map(peer -> peer.subtask() + "@" + peer.dataAddress())
                .toList();
    }

    @Test
    void subtaskIOfEveryVertexGoesToSlotI() {
        Map<String, DeployRequest> requests = deploy(Plans.sourceToSink(3), Optional.empty());
        assertThat(requests.keySet()).containsExactly("w1", "w2");
        assertThat(requests.get("w1").getTasksList())
                .extracting(task ->
                        task.getTask().getVertex() + "/" + task.getTask().getSubtask())
                .containsExactly("1/0", "1/2", "2/0", "2/2");
        assertThat(requests.get("w2").getTasksList())
                .extracting(task ->
                        task.getTask().getVertex() + "/" + task.getTask().getSubtask())
                .containsExactly("1/1", "2/1");
        assertThat(requests.get("w2").getAttempt()).isEqualTo(4);
    }

    @Test
    void anAllToAllEdgeHasAChannelToEverySubtaskAndNoAddressInsideAWorker() throws IOException {
        Map<String, DeployRequest> requests = deploy(Plans.sourceToSink(3), Optional.empty());
        OutputEdgeDescriptor output = task(requests, 1, 0).getOutputs(0);
        assertThat(outputs(requests, 1, 0)).containsExactly("0@", "1@w2:20", "2@");
        assertThat(output.getConsumerVertex()).isEqualTo(2);
        assertThat(output.getConsumerMaxParallelism()).isEqualTo(128);
        assertThat(output.getSerializer().toStringUtf8()).isEqualTo("serializer of 1");
        InputEdgeDescriptor input = task(requests, 2, 1).getInputs(0);
        assertThat(inputs(requests, 2, 1)).containsExactly("0@w1:10", "1@", "2@w1:10");
        assertThat(input.getProducerVertex()).isEqualTo(1);
        assertThat(input.getProducerName()).isEqualTo("source");
        assertThat(input.getSerializer().toStringUtf8()).isEqualTo("serializer of 1");
    }

    @Test
    void aForwardEdgeThatIsNotChainedHasOneChannelAndStaysLocal() throws IOException {
        JobPlanProto plan = new Plans()
                .node(1, "a", 3)
                .node(2, "b", 3, false)
                .edge(1, 2, Partitioning.FORWARD)
                .build();
        Map<String, DeployRequest> requests = deploy(plan, Optional.empty());
        for (int subtask = 0; subtask < 3; subtask++) {
            assertThat(outputs(requests, 1, subtask)).containsExactly(subtask + "@");
            assertThat(inputs(requests, 2, subtask)).containsExactly(subtask + "@");
        }
    }

    @Test
    void verticesOfDifferentParallelismMeet() throws IOException {
        JobPlanProto plan = new Plans()
                .node(1, "splits", 1)
                .node(2, "reader", 3)
                .edge(1, 2, Partitioning.DIRECT)
                .build();
        Map<String, DeployRequest> requests = deploy(plan, Optional.empty());
        assertThat(outputs(requests, 1, 0)).containsExactly("0@", "1@w2:20", "2@");
        assertThat(inputs(requests, 2, 1)).containsExactly("0@w1:10");
    }

    @Test
    void aSideOutputHasItsOwnSerializer() {
        JobPlanProto plan = new Plans()
                .node(1, "a", 1)
                .sideOutput(1, 1)
                .node(2, "late", 1)
                .edge(1, 1, 2, 0, Partitioning.REBALANCE)
                .build();
        assertThat(task(deploy(plan, Optional.empty()), 2, 0)
                        .getInputs(0)
                        .getSerializer()
                        .toStringUtf8())
                .isEqualTo("side of 1");
    }

    @Test
    void aChainListsItsOperatorsWithTheEdgesInsideIt() {
        JobPlanProto plan = new Plans()
                .node(1, "a", 1)
                .node(2, "b", 1)
                .node(3, "c", 1)
                .edge(1, 2, Partitioning.FORWARD)
                .edge(1, 3, Partitioning.FORWARD)
                .build();
        TaskDescriptor task = task(deploy(plan, Optional.empty()), 1, 0);
        assertThat(task.getName()).isEqualTo("a -> b -> c");
        assertThat(task.getOperatorsList())
                .extracting(operator -> operator.getNode().getId() + " " + operator.getChainedInputsCount())
                .containsExactly("1 0", "2 1", "3 1");
        assertThat(task.getInputsCount()).isZero();
        assertThat(task.getOutputsCount()).isZero();
    }

    private static CheckpointManifest manifest(int parallelism, int... vertices) {
        CheckpointManifest.Builder manifest = CheckpointManifest.newBuilder().setCheckpointId(6);
        for (int vertex : vertices) {
            for (int subtask = 0; subtask < parallelism; subtask++) {
                manifest.addTasks(TaskSnapshot.newBuilder()
                        .setVertex(vertex)
                        .setSubtask(subtask)
                        .setParallelism(parallelism)
                        .addOperators(OperatorSnapshot.newBuilder().setUid("uid-" + vertex)));
            }
        }
        return manifest.build();
    }

    @Test
    void eachTaskGetsItsOwnSnapshot() throws Exception {
        Map<String, DeployRequest> requests = deploy(Plans.sourceToSink(3), Optional.of(manifest(3, 1, 2)));
        for (int vertex = 1; vertex <= 2; vertex++) {
            for (int subtask = 0; subtask < 3; subtask++) {
                TaskDescriptor task = task(requests, vertex, subtask);
                assertThat(task.getRestoreCount()).isEqualTo(1);
                TaskSnapshot snapshot = TaskSnapshot.parseFrom(task.getRestore(0));
                assertThat(snapshot.getVertex()).isEqualTo(vertex);
                assertThat(snapshot.getSubtask()).isEqualTo(subtask);
            }
        }
    }

    @Test
    void aCheckpointThatLacksATaskDoesNotFit() {
        ExecutionGraph graph = ExecutionGraph.of(Plans.sourceToSink(3));
        assertThat(RestoreCheck.misfit(graph, manifest(3, 1, 2))).isEmpty();
        assertThat(RestoreCheck.misfit(graph, manifest(2, 1, 2))).isEmpty();
        assertThat(RestoreCheck.misfit(graph, manifest(3, 1)))
                .hasValueSatisfying(
                        problem -> assertThat(problem).contains("checkpoint 6 holds 0 snapshots of \"sink\""));
        assertThat(RestoreCheck.misfit(
                        graph, manifest(3, 1, 2).toBuilder().removeTasks(4).build()))
                .hasValueSatisfying(problem -> assertThat(problem).contains("2 snapshots of \"sink\""));
    }

    @Test
    void tooFewSlotsAreADefect() {
        assertThatThrownBy(() -> deploy(Plans.sourceToSink(4), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("need 4 slots, have 3");
    }
}
