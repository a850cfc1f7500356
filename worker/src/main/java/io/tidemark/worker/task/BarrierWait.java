package io.tidemark.worker.task;

import io.tidemark.api.config.JobOptions;
import io.tidemark.network.gate.TaskInput;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says, once for each checkpoint, when its barriers are waited for suspiciously long or too much would have to be read ahead:
 * on which channel, and what would help. One thread, the one that steps the task.
 */
final class BarrierWait {
    private static final Logger LOG = LoggerFactory.getLogger(BarrierWait.class);
    private static final long LONG_MS = 10_000;

    private long checkpointId = -1;
    private long sinceMs;
    private boolean waitSaid;
    private boolean boundSaid;

    void note(Task task, TaskInput input, long nowMs) {
        long awaited = input.awaitedCheckpointId();
        if (awaited != checkpointId) {
            checkpointId = awaited;
            sinceMs = nowMs;
            waitSaid = false;
            boundSaid = false;
        }
        if (awaited < 0) {
            return;
        }
        if (!boundSaid && input.isAlignedAfterAll()) {
            boundSaid = true;
            LOG.warn("{}", describeBound(task.identity().title(), input));
        }
        if (!waitSaid && nowMs - sinceMs >= LONG_MS) {
            waitSaid = true;
            LOG.warn("{}", describeWait(task.identity().title(), input, nowMs - sinceMs));
        }
    }

    static String describeWait(String task, TaskInput input, long waitedMs) {
        String what = task + " has waited " + waitedMs + " ms for the barrier of checkpoint "
                + input.awaitedCheckpointId() + " on " + input.awaitedChannel();
        if (input.isAlignedAfterAll()) {
            return what + ", behind more records than " + JobOptions.CHECKPOINT_READ_AHEAD.key()
                    + " lets it read ahead";
        }
        return input.isReadingAhead()
                ? what + ", which has not sent it; is that task, or one before it, blocked by its code?"
                : what + "; with " + JobOptions.CHECKPOINT_ALIGNED_TIMEOUT.key()
                        + " set, checkpoints do not wait for what stands before their barriers";
    }

    static String describeBound(String task, TaskInput input) {
        return "checkpoint " + input.awaitedCheckpointId() + " is aligned after all: before its barrier on "
                + input.awaitedChannel() + ", " + task + " would have to read more ahead than "
                + JobOptions.CHECKPOINT_READ_AHEAD.key() + " allows";
    }
}
