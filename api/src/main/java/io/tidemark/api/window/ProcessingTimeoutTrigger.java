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

    /**
     * The timer that is there for it, no later than it is due. It is not deleted, and not moved but when it fires: it may be one of the
     * other trigger too, since a window has one timer at a time.
     */
    private final ReducingStateDescriptor<Long> timer =
            new ReducingStateDescriptor<>("time-out-timer", Math::min, Types.LONG);

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
            context.getPartitionedState(due).clear();
            return result;
        }
        ReducingState<Long> timeout = context.getPartitionedState(due);
        if (timeout.get() == null || resetTimerOnNewRecord) {
            timeout.clear();
            // Times are not negative, so only the upper end of time can be passed.
            long time = context.getCurrentProcessingTime() + timeoutMs;
            if (time > 0) {
                timeout.add(time);
                registerUnlessEarlier(time, context);
            }
        }
        return result;
    }

    private void registerUnlessEarlier(long time, TriggerContext context) throws Exception {
        ReducingState<Long> registered = context.getPartitionedState(timer);
        Long present = registered.get();
        if (present == null || present > time) {
            registered.clear();
            registered.add(time);
            context.registerProcessingTimeTimer(time);
        }
    }

    @Override
    public TriggerResult onEventTime(long time, W window, TriggerContext context) throws Exception {
        TriggerResult result = nested.onEventTime(time, window, context);
        if (result.isFire()) {
            context.getPartitionedState(due).clear();
        }
        return result;
    }

    @Override
    public TriggerResult onProcessingTime(long time, W window, TriggerContext context) throws Exception {
        TriggerResult result = nested.onProcessingTime(time, window, context);
        ReducingState<Long> registered = context.getPartitionedState(timer);
        Long present = registered.get();
        if (present != null && present <= time) {
            registered.clear();
        }
        ReducingState<Long> timeout = context.getPartitionedState(due);
        Long dueTime = timeout.get();
        if (dueTime == null) {
            return result;
        }
        if (dueTime > time && !result.isFire()) {
            registerUnlessEarlier(dueTime, context);
            return result;
        }
        timeout.clear();
        if (dueTime > time) {
            return result;
        }
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
        context.mergePartitionedState(timer);
        context.getPartitionedState(timer).clear();
        Long time = context.getPartitionedState(due).get();
        if (time != null) {
            registerUnlessEarlier(time, context);
        }
    }

    @Override
    public void clear(W window, TriggerContext context) throws Exception {
        Long present = context.getPartitionedState(timer).get();
        if (present != null) {
            context.deleteProcessingTimeTimer(present);
        }
        context.getPartitionedState(timer).clear();
        context.getPartitionedState(due).clear();
        nested.clear(window, context);
    }

    @Override
    public String toString() {
        return "ProcessingTimeoutTrigger(" + nested + ", " + timeoutMs + " ms)";
    }
}
