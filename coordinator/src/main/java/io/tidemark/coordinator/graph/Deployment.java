package io.tidemark.coordinator.graph;

import com.google.protobuf.ByteString;
import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.network.placement.Placements;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.InputEdgeDescriptor;
import io.tidemark.network.proto.OperatorDescriptor;
import io.tidemark.network.proto.OutputEdgeDescriptor;
import io.tidemark.network.proto.PlanEdgeProto;
import io.tidemark.network.proto.PlanNodeProto;
import io.tidemark.network.proto.PlanOutputProto;
import io.tidemark.network.proto.TaskDescriptor;
import io.tidemark.network.proto.TaskId;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One attempt of a job on its slots. Subtask i of every vertex goes to slot i, so that forward edges stay inside a
 * worker.
 */
public final class Deployment {
    private final ExecutionGraph graph;
    private final List<TaskSlot> slots;
    private final String jobId;
    private final int attempt;
    private final Optional<StateAssignment> state;

    private Deployment(
            ExecutionGraph graph, List<TaskSlot> slots, String jobId, int attempt, Optional<StateAssignment> state) {
        this.graph = graph;
        this.slots = slots;
        this.jobId = jobId;
        this.attempt = attempt;
        this.state = state;
    }

    /**
     * The requests by worker.
     *
     * @param header what all requests have in common; its tasks are added
     * @param restore the checkpoint to start from, or nothing for a fresh start; one of this plan unless the header says
     *     where it was restored from
     */
    public static SortedMap<String, DeployRequest> requests(
            ExecutionGraph graph, List<TaskSlot> slots, DeployRequest header, Optional<CheckpointManifest> restore) {
        if (slots.size() < graph.slotsNeeded()) {
            throw new IllegalArgumentException("need " + graph.slotsNeeded() + " slots, have " + slots.size());
        }
        boolean isOwn = header.getRestoredFrom().isEmpty();
        Deployment deployment = new Deployment(
                graph,
                slots,
                header.getJobId(),
                header.getAttempt(),
                restore.map(manifest -> new StateAssignment(graph, manifest, isOwn)));
        DeployRequest common = header.toBuilder()
                .addPlacements(Placements.write(
                        graph.vertices().stream().map(Vertex::id).toList(),
                        slots.stream().map(TaskSlot::dataAddress).toList()))
                .build();
        SortedMap<String, DeployRequest.Builder> requests = new TreeMap<>();
        for (Vertex vertex : graph.vertices()) {
            for (int subtask = 0; subtask < vertex.parallelism(); subtask++) {
                TaskSlot slot = slots.get(subtask);
                requests.computeIfAbsent(
                                slot.workerId(), worker -> common.toBuilder().setDataAddress(slot.dataAddress()))
                        .addTasks(deployment.task(vertex, subtask));
            }
        }
        SortedMap<String, DeployRequest> built = new TreeMap<>();
        requests.forEach((worker, request) -> built.put(worker, request.build()));
        return built;
    }

    private TaskDescriptor task(Vertex vertex, int subtask) {
        TaskDescriptor.Builder task = TaskDescriptor.newBuilder()
                .setTask(TaskId.newBuilder()
                        .setJobId(jobId)
                        .setAttempt(attempt)
                        .setVertex(vertex.id())
                        .setSubtask(subtask))
                .setName(vertex.name())
                .setParallelism(vertex.parallelism())
                .setMaxParallelism(graph.plan().getMaxParallelism());
        for (PlanNodeProto node : vertex.nodes()) {
            OperatorDescriptor.Builder operator =
                    OperatorDescriptor.newBuilder().setNode(node);
            vertex.chained().stream()
                    .filter(edge -> edge.getTarget() == node.getId())
                    .forEach(operator::addChainedInputs);
            task.addOperators(operator);
        }
        vertex.inputs().forEach(edge -> task.addInputs(input(edge)));
        vertex.outputs().forEach(edge -> task.addOutputs(output(edge)));
        state.flatMap(from -> from.of(vertex, subtask)).ifPresent(snapshot -> task.addRestore(snapshot.toByteString()));
        return task.build();
    }

    private InputEdgeDescriptor input(PlanEdgeProto edge) {
        Vertex producer = graph.vertexOfNode(edge.getSource());
        return InputEdgeDescriptor.newBuilder()
                .setEdge(edge)
                .setProducerVertex(producer.id())
                .setProducerName(producer.name())
                .setSerializer(serializer(edge))
                .setProducerParallelism(producer.parallelism())
                .build();
    }

    private OutputEdgeDescriptor output(PlanEdgeProto edge) {
        Vertex consumer = graph.vertexOfNode(edge.getTarget());
        return OutputEdgeDescriptor.newBuilder()
                .setEdge(edge)
                .setConsumerVertex(consumer.id())
                .setConsumerMaxParallelism(graph.plan().getMaxParallelism())
                .setSerializer(serializer(edge))
                .setConsumerParallelism(consumer.parallelism())
                .build();
    }

    private ByteString serializer(PlanEdgeProto edge) {
        return graph.node(edge.getSource()).getOutputsList().stream()
                .filter(output -> output.getOrdinal() == edge.getOutput())
                .map(PlanOutputProto::getSerializer)
                .findFirst()
                .orElseThrow();
    }
}
