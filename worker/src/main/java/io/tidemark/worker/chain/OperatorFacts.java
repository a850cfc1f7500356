package io.tidemark.worker.chain;

import io.tidemark.api.operator.LateRecord;
import java.util.List;
import java.util.Map;

/**
 * What can be said about an operator subtask now.
 *
 * @param nodeId id of the plan's node
 * @param watermark the event time it sees; {@link Long#MIN_VALUE} before the first watermark
 * @param advancedAtMs when that last rose, 0 for never
 * @param splits of a source reader; else empty
 * @param lateDropped late records dropped, as of the job's beginning
 * @param lateSentAside late records sent to a side output, as of the job's beginning
 * @param counters all counters by name
 */
public record OperatorFacts(
        int nodeId,
        String uid,
        String name,
        int subtask,
        long watermark,
        boolean idle,
        long advancedAtMs,
        List<SplitFacts> splits,
        long lateDropped,
        long lateSentAside,
        List<LateRecord> lateSamples,
        Map<String, Long> counters) {}
