package io.tidemark.worker.chain;

import io.tidemark.api.operator.LateRecord;
import java.util.List;
import java.util.Map;

/**
 * What can be said about an operator subtask now.
 *
 * @param nodeId id of the plan's node
 * @param place where it is in its task
 * @param watermark the event time it sees; {@link Long#MIN_VALUE} before the first watermark
 * @param advancedAtMs when that last rose, 0 for never
 * @param openedAtMs when it was opened
 * @param nextDue the least event time at which one of its timers or windows is due; {@link Long#MAX_VALUE} for none
 * @param eventTime of one that makes event time; else null
 * @param answerWait the answers that it waits for; null for none
 * @param timerWait the timers that the end of its input waits for; null for none
 * @param lateDropped late records dropped, as of the job's beginning
 * @param lateSentAside late records sent to a side output, as of the job's beginning
 * @param counters all counters by name
 */
public record OperatorFacts(
        int nodeId,
        String uid,
        String name,
        int subtask,
        Place place,
        long watermark,
        boolean idle,
        long advancedAtMs,
        long openedAtMs,
        long nextDue,
        EventTimeFacts eventTime,
        AnswerWait answerWait,
        TimerWait timerWait,
        long lateDropped,
        long lateSentAside,
        List<LateRecord> lateSamples,
        Map<String, Long> counters) {
    /**
     * Where an operator is in its task.
     *
     * @param vertex node of the task's head
     * @param chainedFrom nodes of the task that it gets its input from; empty for the head
     * @param outEdges edges of the plan that lead from it to other tasks
     */
    public record Place(int vertex, List<Integer> chainedFrom, List<Integer> outEdges) {}
}
