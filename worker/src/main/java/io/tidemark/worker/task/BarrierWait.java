package io.tidemark.worker.task;

import io.tidemark.api.config.JobOptions;
import io.tidemark.network.gate.TaskInput;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once for each checkpoint when its barriers are waited for suspiciously long, on which channel, and what would help. */
final class BarrierWait {
    private static final Logger LOG = LoggerFactory.getLogger(BarrierWait.class);
    private static final long LONG_MS = 10_000;

    private long checkpointId = -1;
    private long sinceMs;
    private boolean said;

    void note(Task task, TaskInput input, long nowMs) {
        long awaited = input.awaitedCheckpointId();
        if (awaited != checkpointId) {
            checkpointId = awaited;
            sinceMs = nowMs;
            said = false;
        } else if (awaited >= 0 && !said && nowMs - sinceMs >= LONG_MS) {
            said = true;
            LOG.warn("{}", describe(task.identity().title(), input, nowMs - sinceMs));
        }
    }

    static String describe(String task, TaskInput input, long waitedMs) {
        return task + " has waited " + waitedMs + " ms for the barrier of checkpoint " + input.awaitedCheckpointId()
                + " on "
                + input.awaitedChannel() + "; with " + JobOptions.CHECKPOINT_ALIGNED_TIMEOUT.key()
                + " set, checkpoints do not wait for what stands before their barriers";
    }
}
