package io.tidemark.deploy.advice;

import io.tidemark.network.proto.AdviseDelayReply;
import io.tidemark.network.proto.SourceDelays;
import io.tidemark.worker.advice.DelayAdvice;
import io.tidemark.worker.advice.DelayOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What was seen of a source of a running job, its subtasks together.
 *
 * @param watchedMs by the subtask that was looked at for the shortest time
 */
public record SourceAdvice(String name, int subtasks, long watchedMs, DelayAdvice advice) {
    /** One for each operator that makes event time, in the order of the plan. */
    public static List<SourceAdvice> of(AdviseDelayReply reply) {
        Map<Integer, SourceAdvice> byNode = new TreeMap<>();
        for (SourceDelays source : reply.getSourcesList()) {
            byNode.merge(source.getNode(), of(source), SourceAdvice::plus);
        }
        return new ArrayList<>(byNode.values());
    }

    private static SourceAdvice of(SourceDelays source) {
        List<DelayOutcome> outcomes = source.getResultsList().stream()
                .map(result -> new DelayOutcome(
                        result.getDelayMs(),
                        result.getLate(),
                        result.getDropped(),
                        result.getFired(),
                        result.getWaitMs()))
                .toList();
        return new SourceAdvice(
                source.getName(),
                1,
                source.getWatchedMs(),
                new DelayAdvice(
                        source.getRows(),
                        source.getRowsWithoutTimestamp(),
                        source.getInNoWindow(),
                        source.getLeastWithoutLateMs(),
                        source.getLeastWithoutDropMs(),
                        outcomes));
    }

    private SourceAdvice plus(SourceAdvice other) {
        return new SourceAdvice(
                name, subtasks + other.subtasks, Math.min(watchedMs, other.watchedMs), advice.plus(other.advice));
    }
}
