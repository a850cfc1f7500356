package io.tidemark.network.plan;

import com.google.protobuf.ByteString;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.plan.PlanEdge;
import io.tidemark.api.plan.PlanInput;
import io.tidemark.api.plan.PlanNode;
import io.tidemark.api.plan.PlanOutput;
import io.tidemark.api.watermark.WatermarkCombinationFunction;
import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkDeclarations;
import io.tidemark.api.watermark.WatermarkHandlingStrategy;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.PlanEdgeProto;
import io.tidemark.network.proto.PlanInputProto;
import io.tidemark.network.proto.PlanNodeProto;
import io.tidemark.network.proto.PlanOutputProto;
import io.tidemark.network.proto.WatermarkDeclarationProto;
import java.util.Arrays;

/** Plans to messages and back. Nothing of the job's own classes is needed: what is opaque stays so. */
public final class PlanCodec {
    private PlanCodec() {}

    public static JobPlanProto toProto(JobPlan plan) {
        JobPlanProto.Builder proto = JobPlanProto.newBuilder()
                .setName(plan.name())
                .setMaxParallelism(plan.maxParallelism())
                .setBounded(plan.bounded())
                .putAllConfiguration(plan.configuration())
                .addAllNotes(plan.notes());
        plan.nodes().forEach(node -> proto.addNodes(toProto(node)));
        plan.edges().forEach(edge -> proto.addEdges(toProto(edge)));
        plan.watermarks().forEach(declaration -> proto.addWatermarks(toProto(declaration)));
        return proto.build();
    }

    /** @throws IllegalArgumentException when an edge names no partitioning that is known here */
    public static JobPlan fromProto(JobPlanProto proto) {
        return new JobPlan(
                proto.getName(),
                proto.getMaxParallelism(),
                proto.getBounded(),
                proto.getNodesList().stream().map(PlanCodec::fromProto).toList(),
                proto.getEdgesList().stream().map(PlanCodec::fromProto).toList(),
                proto.getConfigurationMap(),
                proto.getWatermarksList().stream().map(PlanCodec::fromProto).toList(),
                proto.getNotesList());
    }

    public static WatermarkDeclarationProto toProto(WatermarkDeclaration declaration) {
        return WatermarkDeclarationProto.newBuilder()
                .setIdentifier(declaration.getIdentifier())
                .setFunction(declaration.getCombinationFunction().name())
                .setWaitsForAllChannels(declaration.isCombineWaitForAllChannels())
                .setForward(declaration.getDefaultHandlingStrategy() == WatermarkHandlingStrategy.FORWARD)
                .build();
    }

    /** @throws IllegalArgumentException when it names a type or function that is not known here */
    public static WatermarkDeclaration fromProto(WatermarkDeclarationProto proto) {
        WatermarkHandlingStrategy strategy =
                proto.getForward() ? WatermarkHandlingStrategy.FORWARD : WatermarkHandlingStrategy.IGNORE;
        WatermarkDeclarations.WatermarkBuilder begun = WatermarkDeclarations.newBuilder(proto.getIdentifier());
        WatermarkDeclarations.LongWatermarkBuilder numbers = begun.typeLong()
                .combineWaitForAllChannels(proto.getWaitsForAllChannels())
                .defaultHandlingStrategy(strategy);
        WatermarkDeclarations.BoolWatermarkBuilder flags = begun.typeBool()
                .combineWaitForAllChannels(proto.getWaitsForAllChannels())
                .defaultHandlingStrategy(strategy);
        return switch (WatermarkCombinationFunction.valueOf(proto.getFunction())) {
            case MIN -> numbers.combineFunctionMin().build();
            case MAX -> numbers.combineFunctionMax().build();
            case AND -> flags.combineFunctionAND().build();
            case OR -> flags.combineFunctionOR().build();
        };
    }

    public static PlanNodeProto toProto(PlanNode node) {
        PlanNodeProto.Builder proto = PlanNodeProto.newBuilder()
                .setId(node.id())
                .setUid(node.uid())
                .setUidGiven(node.uidGiven())
                .setName(node.name())
                .setKind(node.kind())
                .setParallelism(node.parallelism())
                .setFixedParallelism(node.fixedParallelism())
                .setChainable(node.chainable())
                .setOperator(ByteString.copyFrom(node.operator()));
        for (PlanInput input : node.inputs()) {
            proto.addInputs(PlanInputProto.newBuilder()
                    .setOrdinal(input.ordinal())
                    .setKeySpec(ByteString.copyFrom(input.keySpec())));
        }
        for (PlanOutput output : node.outputs()) {
            proto.addOutputs(PlanOutputProto.newBuilder()
                    .setOrdinal(output.ordinal())
                    .setTagId(output.tagId())
                    .setType(output.type())
                    .setSerializer(ByteString.copyFrom(output.serializer())));
        }
        return proto.build();
    }

    public static PlanNode fromProto(PlanNodeProto proto) {
        return new PlanNode(
                proto.getId(),
                proto.getUid(),
                proto.getUidGiven(),
                proto.getName(),
                proto.getKind(),
                proto.getParallelism(),
                proto.getFixedParallelism(),
                proto.getChainable(),
                proto.getOperator().toByteArray(),
                proto.getInputsList().stream()
                        .map(input -> new PlanInput(
                                input.getOrdinal(), input.getKeySpec().toByteArray()))
                        .toList(),
                proto.getOutputsList().stream()
                        .map(output -> new PlanOutput(
                                output.getOrdinal(),
                                output.getTagId(),
                                output.getType(),
                                output.getSerializer().toByteArray()))
                        .toList());
    }

    public static PlanEdgeProto toProto(PlanEdge edge) {
        return PlanEdgeProto.newBuilder()
                .setId(edge.id())
                .setSource(edge.source())
                .setOutput(edge.output())
                .setTarget(edge.target())
                .setInput(edge.input())
                .setPartitioning(edge.partitioning().name())
                .setPartitioner(ByteString.copyFrom(edge.partitioner()))
                .build();
    }

    /** @throws IllegalArgumentException when it names no partitioning that is known here */
    public static PlanEdge fromProto(PlanEdgeProto proto) {
        return new PlanEdge(
                proto.getId(),
                proto.getSource(),
                proto.getOutput(),
                proto.getTarget(),
                proto.getInput(),
                partitioning(proto),
                proto.getPartitioner().toByteArray());
    }

    private static Partitioning partitioning(PlanEdgeProto proto) {
        try {
            return Partitioning.valueOf(proto.getPartitioning());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "edge " + proto.getId() + " is partitioned by '" + proto.getPartitioning() + "'; known are "
                            + Arrays.toString(Partitioning.values()),
                    e);
        }
    }
}
