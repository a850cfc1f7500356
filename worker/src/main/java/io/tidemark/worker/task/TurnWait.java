package io.tidemark.worker.task;

import io.tidemark.api.config.JobOptions;
import io.tidemark.network.gate.OrderWait;
import io.tidemark.network.gate.TaskInput;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says when a deterministic task waits long for the channel whose turn it is and holds others up meanwhile, once for each wait:
 * it may be that the channel's producer depends on one of those. One thread, the one that steps the task.
 */
final class TurnWait {
    private static final Logger LOG = LoggerFactory.getLogger(TurnWait.class);
    private static final long LONG_MS = 10_000;

    private long nextLookAtMs = Long.MIN_VALUE;
    private long saidSinceMs = Long.MIN_VALUE;

    void note(Task task, TaskInput input, long nowMs) {
        if (nowMs < nextLookAtMs) {
            return;
        }
        nextLookAtMs = nowMs + LONG_MS / 10;
        input.orderWait()
                .flatMap(wait -> warning(task.identity().title(), wait, nowMs))
                .ifPresent(warning -> LOG.warn("{}", warning));
    }

    /** What is to be said of a wait now; nothing when it is short, holds nobody up, or was told of. */
    Optional<String> warning(String task, OrderWait wait, long nowMs) {
        long waitedMs = nowMs - wait.sinceMs();
        if (!wait.holdsOthersUp() || waitedMs < LONG_MS || wait.sinceMs() == saidSinceMs) {
            return Optional.empty();
        }
        saidSinceMs = wait.sinceMs();
        return Optional.of(describe(task, wait, waitedMs));
    }

    private static String describe(String task, OrderWait wait, long waitedMs) {
        return task + " takes its inputs in the order of event time (" + JobOptions.DETERMINISTIC.key()
                + "). It has waited " + waitedMs + " ms for edge " + wait.edge() + " from " + wait.producerName()
                + ", subtask " + wait.producerSubtask() + ", and holds its other inputs up, of which "
                + wait.readAheadBytes() + " bytes are read ahead. If " + wait.producerName()
                + " gets its records from what is held up, this has no end: raise "
                + JobOptions.CHECKPOINT_READ_AHEAD.key()
                + " (edges that broadcast, or partition by code of the job, are never read ahead), or let "
                + wait.producerName() + " pass watermarks on as its records come.";
    }
}
