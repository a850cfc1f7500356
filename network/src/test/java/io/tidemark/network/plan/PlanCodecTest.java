package io.tidemark.network.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.InvalidProtocolBufferException;
import io.tidemark.api.plan.JobPlan;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.plan.PlanEdge;
import io.tidemark.api.plan.PlanInput;
import io.tidemark.api.plan.PlanNode;
import io.tidemark.api.plan.PlanOutput;
import io.tidemark.api.watermark.WatermarkDeclarations;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.PlanEdgeProto;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PlanCodecTest {
    private static JobPlan plan() {
        PlanNode source = new PlanNode(
                1,
                "source-uid",
                true,
                "numbers",
                "SOURCE",
                2,
                false,
                true,
                new byte[] {1, 2, 3},
                List.of(),
                List.of(
                        new PlanOutput(0, "", "Long", new byte[] {4}),
                        new PlanOutput(1, "late", "String", new byte[] {5, 6})));
        PlanNode sink = new PlanNode(
                2,
                "generated",
                false,
                "print",
                "SINK",
                3,
                true,
                false,
                new byte[] {-1},
                List.of(new PlanInput(0, new byte[] {7}), new PlanInput(1, new byte[0])),
                List.of());
        List<PlanEdge> edges = new ArrayList<>();
        for (Partitioning partitioning : Partitioning.values()) {
            edges.add(new PlanEdge(edges.size(), 1, 1, 2, 0, partitioning, new byte[] {8, (byte) edges.size()}));
        }
        return new JobPlan(
                "job",
                256,
                true,
                List.of(source, sink),
                edges,
                Map.of("a.b", "c", "d", ""),
                List.of(
                        WatermarkDeclarations.newBuilder("n")
                                .typeLong()
                                .combineFunctionMax()
                                .combineWaitForAllChannels(true)
                                .build(),
                        WatermarkDeclarations.newBuilder("f")
                                .typeBool()
                                .combineFunctionOR()
                                .defaultHandlingStrategyIgnore()
                                .build()),
                List.of("one", "two"));
    }

    @Test
    void aPlanComesBackFromItsBytesAsItWas() throws InvalidProtocolBufferException {
        byte[] bytes = PlanCodec.toProto(plan()).toByteArray();
        assertThat(PlanCodec.fromProto(JobPlanProto.parseFrom(bytes)))
                .usingRecursiveComparison()
                .isEqualTo(plan());
    }

    @Test
    void anUnknownPartitioningIsNamed() {
        PlanEdgeProto edge =
                PlanEdgeProto.newBuilder().setId(4).setPartitioning("SORTED").build();
        assertThatThrownBy(() -> PlanCodec.fromProto(edge))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("edge 4")
                .hasMessageContaining("SORTED")
                .hasMessageContaining("FORWARD");
    }
}
