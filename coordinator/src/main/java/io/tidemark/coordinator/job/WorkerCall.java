package io.tidemark.coordinator.job;

import com.google.protobuf.Message;

/**
 * A call to a worker about one attempt of a job. It may reach the worker twice.
 *
 * @param request the message of the method that {@code kind} names
 */
public record WorkerCall(Kind kind, String jobId, int attempt, Message request) {
    /** The methods of the worker's service. */
    public enum Kind {
        DEPLOY,
        START,
        TRIGGER_CHECKPOINT,
        NOTIFY_CHECKPOINT,
        UNALIGN,
        DRAIN,
        CANCEL,
        FINISH
    }
}
