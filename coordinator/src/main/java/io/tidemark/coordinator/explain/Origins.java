package io.tidemark.coordinator.explain;

import io.tidemark.network.proto.ChannelWatermark;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.SplitWatermark;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which source or generator, subtask and split is behind each channel. */
final class Origins {
    private static final int LONGEST_WAY = 64;

    private record Producer(int edge, int subtask) {}

    private final WatermarkFacts facts;
    private final Map<Producer, String> known = new HashMap<>();

    Origins(WatermarkFacts facts) {
        this.facts = facts;
    }

    List<OperatorWatermark> fill(List<OperatorWatermark> operators) {
        List<OperatorWatermark> filled = new ArrayList<>(operators.size());
        for (OperatorWatermark operator : operators) {
            if (operator.getChannelsCount() == 0) {
                filled.add(operator);
                continue;
            }
            OperatorWatermark.Builder more = operator.toBuilder().clearChannels();
            for (ChannelWatermark channel : operator.getChannelsList()) {
                more.addChannels(channel.toBuilder().setOrigin(origin(channel)));
            }
            filled.add(more.build());
        }
        return filled;
    }

    private String origin(ChannelWatermark channel) {
        // All consumers of a producer's edge have the same origin.
        return known.computeIfAbsent(
                new Producer(channel.getEdge(), channel.getProducerSubtask()), missing -> walk(channel));
    }

    private String walk(ChannelWatermark channel) {
        Optional<OperatorWatermark> at = facts.producer(channel);
        for (int step = 0; at.isPresent() && step < LONGEST_WAY; step++) {
            OperatorWatermark operator = at.get();
            if (operator.getMakesEventTime()) {
                return text(operator);
            }
            at = facts.chainedParent(operator);
            int heldBackBy = operator.getHeldBackBy();
            if (at.isEmpty() && heldBackBy >= 0 && heldBackBy < operator.getChannelsCount()) {
                at = facts.producer(operator.getChannels(heldBackBy));
            }
        }
        return "";
    }

    private static String text(OperatorWatermark operator) {
        String split = WatermarkFacts.slowestGenerator(operator)
                .map(SplitWatermark::getSplit)
                .filter(name -> !name.isEmpty())
                .map(name -> ", split " + name)
                .orElse("");
        return WaitWords.subtask(operator) + split;
    }
}
