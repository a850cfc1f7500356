package io.tidemark.api.window;

import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.type.Types;
import java.time.Duration;

/**
 * Another trigger, and a time-out by the wall clock: a window that has not fired so long after its first record fires.
 *
 * @param <T> type of the records
 * @param <W> type of the windows
 */
public final class ProcessingTimeoutTrigger<T, W extends Window> extends Trigger<T, W> {
    private static final long serialVersionUID = 1L;

    private final Trigger<T, W> nested;
    private final long timeoutMs;
    private final boolean resetTimerOnNewRecord;
    private final boolean shouldClearOnTimeout;
    private final ReducingStateDescriptor<Long> due = new ReducingStateDescriptor<>("time-out", Math::min, Types.LONG);

    private ProcessingTimeoutTrigger(
            Trigger<T, W> nested, long timeoutMs, boolean resetTimerOnNewRecord, boolean shouldClearOnTimeout) {
        this.nested = nested;
        this.timeoutMs = timeoutMs;
        this.resetTimerOnNewRecord = resetTimerOnNewRecord;
        this.shouldClearOnTimeout = shouldClearOnTimeout;
    }

    /** The time runs from the first record of a window, or the first after it fired; a time-out clears the other trigger. */
    public static <T, W extends Window> ProcessingTimeoutTrigger<T, W> of(
            Trigger<T, W> nestedTrigger, Duration timeout) {
        return of(nestedTrigger, timeout, false, true);
    }

    /**
     * With these settings.
     *
     * @param resetTimerOnNewRecord whether the time runs from the latest record instead
     * @param shouldClearOnTimeout whether a time-out clears the other trigger, as a count that it keeps
     * @throws IllegalArgumentException when the time-out is below one millisecond
     */
    public static <T, W extends Window> ProcessingTimeoutTrigger<T, W> of(
            Trigger<T, W> nestedTrigger,
            Duration timeout,
            boolean resetTimerOnNewRecord,
            boolean shouldClearOnTimeout) {
        if (timeout.toMillis() < 1) {
            throw new IllegalArgumentException("a time-out must be at least 1 ms, not " + timeout);
        }
        return new ProcessingTimeoutTrigger<>(
                nestedTrigger, timeout.toMillis(), resetTimerOnNewRecord, shouldClearOnTimeout);
    }

    @Override
    public TriggerResult onElement(T element, long timestamp, W window, TriggerContext context) throws Exception {
        TriggerResult result = nested.onElement(element, timestamp, window, context);
        if (result.isFire()) {
            forget(context);
            return result;
        }
        ReducingState<Long> timeout = context.getPartitionedState(due);
        if (timeout.get() == null || resetTimerOnNewRecord) {
            forget(context);
            // Times are not negative, so only the upper end of time can be passed.
            long time = context.getCurrentProcessingTime() + timeoutMs;
            if (time > 0) {
                timeout.add(time);
                context.registerProcessingTimeTimer(time);
            }
        }
        return result;
    }

    private void forget(TriggerContext context) throws Exception {
        ReducingState<Long> timeout = context.getPartitionedState(due);
        Long time = timeout.get();
        if (time != null) {
            context.deleteProcessingTimeTimer(time);
            timeout.clear();
        }
    }

    @Override
    public TriggerResult onEventTime(long time, W window, TriggerContext context) throws Exception {
        return forgetIfFired(nested.onEventTime(time, window, context), context);
    }

    private TriggerResult forgetIfFired(TriggerResult result, TriggerContext context) throws Exception {
        if (result.isFire()) {
            forget(context);
        }
        return result;
    }

    @Override
    public TriggerResult onProcessingTime(long time, W window, TriggerContext context) throws Exception {
        TriggerResult result = nested.onProcessingTime(time, window, context);
        Long timeout = context.getPartitionedState(due).get();
        if (timeout == null || timeout != time) {
            return forgetIfFired(result, context);
        }
        forget(context);
        if (shouldClearOnTimeout) {
            nested.clear(window, context);
        }
        return result.isPurge() ? TriggerResult.FIRE_AND_PURGE : TriggerResult.FIRE;
    }

    @Override
    public TriggerResult onCleanUp(W window, TriggerContext context) throws Exception {
        return nested.onCleanUp(window, context);
    }

    @Override
    public boolean canMerge() {
        return nested.canMerge();
    }

    @Override
    public void onMerge(W window, OnMergeContext context) throws Exception {
        nested.onMerge(window, context);
        context.mergePartitionedState(due);
        Long time = context.getPartitionedState(due).get();
        if (time != null) {
            context.registerProcessingTimeTimer(time);
        }
    }

    @Override
    public void clear(W window, TriggerContext context) throws Exception {
        forget(context);
        nested.clear(window, context);
    }

    @Override
    public String toString() {
        return "ProcessingTimeoutTrigger(" + nested + ", " + timeoutMs + " ms)";
    }
}
