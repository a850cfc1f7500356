package io.tidemark.worker;

import io.tidemark.api.watermark.WatermarkDeclaration;
import io.tidemark.api.watermark.WatermarkType;
import io.tidemark.network.gate.DeclaredGateFacts;
import io.tidemark.network.proto.ChannelWatermark;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.worker.chain.DeclaredFacts;
import io.tidemark.worker.chain.OperatorFacts;
import io.tidemark.worker.task.TaskFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** What tasks can say about declared watermarks, as messages: a row for each operator subtask, identifier and input. */
final class DeclaredExplanations {
    private DeclaredExplanations() {}

    /** The operator at the head of a task. */
    record Head(int node, String uid, String name, int subtask) {}

    static List<OperatorWatermark> rows(TaskFacts facts) {
        OperatorFacts head = facts.operators().get(0);
        return rows(
                new Head(head.nodeId(), head.uid(), head.name(), head.subtask()),
                facts.declared(),
                facts.declaredGates());
    }

    static List<OperatorWatermark> rows(Head head, List<DeclaredFacts> declared, List<DeclaredGateFacts> gates) {
        List<OperatorWatermark> rows = new ArrayList<>();
        for (DeclaredFacts fact : declared) {
            OperatorWatermark.Builder row = OperatorWatermark.newBuilder()
                    .setNode(fact.nodeId())
                    .setUid(fact.uid())
                    .setName(fact.name())
                    .setSubtask(fact.subtask())
                    .setIdentifier(fact.declaration().getIdentifier())
                    .setValue(value(fact))
                    .setWatermark(Long.MIN_VALUE)
                    .setAdvancedAtMs(fact.receivedAtMs())
                    .setHeldBackBy(-1);
            if (fact.nodeId() == head.node()) {
                gates.stream()
                        .filter(gate -> gate.input() == fact.input()
                                && gate.declaration().equals(fact.declaration()))
                        .forEach(gate -> addChannels(row, gate));
            }
            rows.add(row.build());
        }
        gates.stream().filter(gate -> gate.combination().isEmpty()).forEach(gate -> rows.add(waiting(head, gate)));
        return rows;
    }

    /** Nothing has come out of a gate yet: it waits for a channel. */
    private static OperatorWatermark waiting(Head head, DeclaredGateFacts gate) {
        OperatorWatermark.Builder row = OperatorWatermark.newBuilder()
                .setNode(head.node())
                .setUid(head.uid())
                .setName(head.name())
                .setSubtask(head.subtask())
                .setIdentifier(gate.declaration().getIdentifier())
                .setValue("none yet")
                .setWatermark(Long.MIN_VALUE)
                .setHeldBackBy(-1);
        addChannels(row, gate);
        return row.build();
    }

    private static void addChannels(OperatorWatermark.Builder row, DeclaredGateFacts gate) {
        for (DeclaredGateFacts.Channel channel : gate.channels()) {
            row.addChannels(ChannelWatermark.newBuilder()
                    .setEdge(channel.edge())
                    .setProducerVertex(channel.producerVertex())
                    .setProducerName(channel.producerName())
                    .setProducerSubtask(channel.producerSubtask())
                    .setWatermark(channel.value().orElse(Long.MIN_VALUE))
                    .setValue(
                            channel.value().isPresent()
                                    ? text(gate.declaration(), channel.value().getAsLong())
                                    : "none yet")
                    .setEnded(channel.ended())
                    .setAdvancedAtMs(channel.changedAtMs()));
        }
        row.setHeldBackBy(gate.waitsFor());
    }

    /** What came last; and what was sent, where that is another value. */
    private static String value(DeclaredFacts fact) {
        String received = fact.received().isEmpty()
                ? ""
                : text(fact.declaration(), fact.received().getAsLong());
        OptionalLong sent = fact.sent();
        if (sent.isEmpty() || sent.equals(fact.received())) {
            return received;
        }
        String sends = "sends " + text(fact.declaration(), sent.getAsLong());
        return received.isEmpty() ? sends : received + ", " + sends;
    }

    private static String text(WatermarkDeclaration declaration, long value) {
        return declaration.getType() == WatermarkType.LONG ? Long.toString(value) : Boolean.toString(value != 0);
    }
}
