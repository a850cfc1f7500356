package io.tidemark.coordinator.rpc;

import io.tidemark.coordinator.explain.WatermarkExplainer;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.SilentTask;
import io.tidemark.network.proto.WaitExplanation;
import io.tidemark.network.proto.WatermarksReply;
import java.util.Comparator;
import java.util.List;

/** What workers say of watermarks, made one, with the explanations. Pure. */
final class WatermarkReplies {
    private WatermarkReplies() {}

    static WatermarksReply join(String jobId, List<WatermarksReply> replies, long nowMs) {
        List<OperatorWatermark> sorted = replies.stream()
                .flatMap(reply -> reply.getOperatorsList().stream())
                .sorted(Comparator.comparingInt(OperatorWatermark::getNode)
                        .thenComparingInt(OperatorWatermark::getSubtask)
                        .thenComparing(OperatorWatermark::getIdentifier))
                .toList();
        List<SilentTask> silent = replies.stream()
                .flatMap(reply -> reply.getSilentList().stream())
                .toList();
        List<WaitExplanation> waits = WatermarkExplainer.explain(sorted, silent, nowMs);
        return WatermarksReply.newBuilder()
                .setJobId(jobId)
                .addAllOperators(WatermarkExplainer.withOrigins(sorted, silent))
                .addAllWaits(waits)
                .addAllSilent(silent)
                .addAllExplanations(
                        waits.stream().map(WaitExplanation::getSentence).toList())
                .addAllExplanations(WatermarkExplainer.timersAtEnd(sorted, nowMs))
                .addAllExplanations(WatermarkExplainer.explain(silent))
                .addAllExplanations(replies.stream()
                        .flatMap(reply -> reply.getExplanationsList().stream())
                        .toList())
                .build();
    }
}
