package io.tidemark.coordinator.cluster;

import io.tidemark.coordinator.job.WorkerCall;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The calls to one worker. Those about one job go out one at a time, in order, and again until there is an answer; jobs
 * do not wait for each other.
 */
final class Outbox {
    /** A call to make now. */
    record Due(long callId, WorkerCall call) {}

    private static final class Lane {
        private final Deque<WorkerCall> calls = new ArrayDeque<>();
        private long inFlight = -1;
        private long againAtMs;
    }

    private final long retryMs;
    private final Map<String, Lane> lanes = new LinkedHashMap<>();
    private final Map<Long, Lane> byCall = new HashMap<>();
    private long nextCallId;
    private long failingSinceMs = -1;

    /** @param firstCallId ids of calls grow from here; they must not meet those of an earlier outbox to the worker */
    Outbox(long retryMs, long firstCallId) {
        this.retryMs = retryMs;
        this.nextCallId = firstCallId;
    }

    void add(WorkerCall call) {
        Lane lane = lanes.computeIfAbsent(call.jobId(), jobId -> new Lane());
        if (call.kind() == WorkerCall.Kind.CANCEL) {
            dropOvertaken(lane, call.attempt());
        }
        lane.calls.addLast(call);
    }

    /** What was not sent yet about an attempt that is to end needs no sending, except what makes results visible. */
    private static void dropOvertaken(Lane lane, int attempt) {
        WorkerCall flying = lane.inFlight < 0 ? null : lane.calls.peekFirst();
        lane.calls.removeIf(queued ->
                queued != flying && queued.attempt() <= attempt && queued.kind() != WorkerCall.Kind.NOTIFY_CHECKPOINT);
    }

    /** Calls to make now; they are then on their way. */
    List<Due> takeDue(long nowMs) {
        List<Due> due = new ArrayList<>();
        for (Lane lane : lanes.values()) {
            if (lane.inFlight < 0 && !lane.calls.isEmpty() && nowMs >= lane.againAtMs) {
                lane.inFlight = nextCallId++;
                byCall.put(lane.inFlight, lane);
                due.add(new Due(lane.inFlight, lane.calls.peekFirst()));
            }
        }
        lanes.values().removeIf(lane -> lane.inFlight < 0 && lane.calls.isEmpty());
        return due;
    }

    /** Whether there are calls whose time has not come. */
    boolean hasLater() {
        return lanes.values().stream().anyMatch(lane -> lane.inFlight < 0);
    }

    /** The worker has answered, well or badly. @return the call, if it was still waited for */
    Optional<WorkerCall> answered(long callId) {
        Lane lane = byCall.remove(callId);
        if (lane == null) {
            return Optional.empty();
        }
        failingSinceMs = -1;
        lane.inFlight = -1;
        return Optional.of(lane.calls.removeFirst());
    }

    /** There was no answer; the call may or may not have arrived. */
    void lost(long callId, long nowMs) {
        Lane lane = byCall.remove(callId);
        if (lane != null) {
            lane.inFlight = -1;
            lane.againAtMs = nowMs + retryMs;
            if (failingSinceMs < 0) {
                failingSinceMs = nowMs;
            }
        }
    }

    /** How long no call has got through; 0 when the last one did. */
    long failingForMs(long nowMs) {
        return failingSinceMs < 0 ? 0 : nowMs - failingSinceMs;
    }
}
