package io.tidemark.coordinator.graph;

import com.google.protobuf.ByteString;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.PlanEdgeProto;
import io.tidemark.network.proto.PlanInputProto;
import io.tidemark.network.proto.PlanNodeProto;
import io.tidemark.network.proto.PlanOutputProto;
import java.util.HashMap;
import java.util.Map;

/** Writes plans for tests, operator by operator. */
public final class Plans {
    private final JobPlanProto.Builder plan =
            JobPlanProto.newBuilder().setName("test job").setMaxParallelism(128).setBounded(true);
    private final Map<Integer, PlanNodeProto.Builder> nodes = new HashMap<>();
    private int nextEdge = 100;

    /** A source 1 and a sink 2 of this parallelism, every source subtask connected to every sink subtask. */
    public static JobPlanProto sourceToSink(int parallelism) {
        return new Plans()
                .node(1, "source", parallelism)
                .node(2, "sink", parallelism)
                .edge(1, 2, Partitioning.HASH)
                .build();
    }

    public Plans node(int id, String name, int parallelism) {
        return node(id, name, parallelism, true);
    }

    public Plans node(int id, String name, int parallelism, boolean chainable) {
        nodes.put(
                id,
                PlanNodeProto.newBuilder()
                        .setId(id)
                        .setUid("uid-" + id)
                        .setName(name)
                        .setKind("CUSTOM")
                        .setParallelism(parallelism)
                        .setChainable(chainable)
                        .addOutputs(PlanOutputProto.newBuilder()
                                .setOrdinal(0)
                                .setType("String")
                                .setSerializer(ByteString.copyFromUtf8("serializer of " + id))));
        return this;
    }

    public Plans sideOutput(int id, int ordinal) {
        nodes.get(id)
                .addOutputs(PlanOutputProto.newBuilder()
                        .setOrdinal(ordinal)
                        .setTagId("side")
                        .setType("Long")
                        .setSerializer(ByteString.copyFromUtf8("side of " + id)));
        return this;
    }

    public Plans uid(int id, String uid) {
        nodes.get(id).setUid(uid);
        return this;
    }

    public Plans edge(int source, int target, Partitioning partitioning) {
        return edge(source, 0, target, 0, partitioning);
    }

    public Plans edge(int source, int output, int target, int input, Partitioning partitioning) {
        plan.addEdges(PlanEdgeProto.newBuilder()
                .setId(nextEdge++)
                .setSource(source)
                .setOutput(output)
                .setTarget(target)
                .setInput(input)
                .setPartitioning(partitioning.name()));
        if (nodes.containsKey(target)) {
            nodes.get(target).addInputs(PlanInputProto.newBuilder().setOrdinal(input));
        }
        return this;
    }

    public Plans option(String key, String value) {
        plan.putConfiguration(key, value);
        return this;
    }

    public JobPlanProto build() {
        JobPlanProto.Builder built = plan.clone();
        nodes.values().stream()
                .sorted((a, b) -> Integer.compare(a.getId(), b.getId()))
                .forEach(built::addNodes);
        return built.build();
    }
}
