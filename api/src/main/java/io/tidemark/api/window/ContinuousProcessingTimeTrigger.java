package io.tidemark.api.window;

import java.time.Duration;

/**
 * Fires whenever the wall clock reaches a multiple of an interval. So that nothing is left out, it also fires at the end of
 * the window, and before the window is cleaned up, if there were records since the last firing.
 *
 * @param <W> type of the windows
 */
public final class ContinuousProcessingTimeTrigger<W extends Window> extends Trigger<Object, W> {
    private static final long serialVersionUID = 1L;

    private final FiringSlots slots;

    private ContinuousProcessingTimeTrigger(FiringSlots slots) {
        this.slots = slots;
    }

    /** @throws IllegalArgumentException when the interval is below one millisecond */
    public static <W extends Window> ContinuousProcessingTimeTrigger<W> of(Duration interval) {
        return new ContinuousProcessingTimeTrigger<>(new FiringSlots(interval));
    }

    /** In milliseconds. */
    public long getInterval() {
        return slots.intervalMs();
    }

    @Override
    public TriggerResult onElement(Object element, long timestamp, W window, TriggerContext context) throws Exception {
        slots.noteRecord(context);
        registerEnd(window, context);
        if (slots.next(context) == null) {
            schedule(context.getCurrentProcessingTime(), context);
        }
        return TriggerResult.CONTINUE;
    }

    /** The end in event time, where it is one and still to come. */
    private void registerEnd(W window, TriggerContext context) {
        if (context.isEventTime() && window.maxTimestamp() > context.getCurrentWatermark()) {
            context.registerEventTimeTimer(window.maxTimestamp());
        }
    }

    private void schedule(long afterTime, TriggerContext context) throws Exception {
        long slot = slots.after(afterTime);
        if (slots.setNext(slot, context)) {
            context.registerProcessingTimeTimer(slot);
        }
    }

    @Override
    public TriggerResult onEventTime(long time, W window, TriggerContext context) throws Exception {
        boolean isEnd = time == window.maxTimestamp();
        return isEnd && slots.takeChanged(context) ? TriggerResult.FIRE : TriggerResult.CONTINUE;
    }

    @Override
    public TriggerResult onProcessingTime(long time, W window, TriggerContext context) throws Exception {
        Long next = slots.next(context);
        if (next == null || next != time) {
            return TriggerResult.CONTINUE;
        }
        schedule(Math.max(time, context.getCurrentProcessingTime()), context);
        slots.takeChanged(context);
        return TriggerResult.FIRE;
    }

    @Override
    public TriggerResult onCleanUp(W window, TriggerContext context) throws Exception {
        return slots.takeChanged(context) ? TriggerResult.FIRE : TriggerResult.CONTINUE;
    }

    @Override
    public boolean canMerge() {
        return true;
    }

    @Override
    public void onMerge(W window, OnMergeContext context) throws Exception {
        slots.merge(context);
        registerEnd(window, context);
        Long next = slots.next(context);
        if (next != null) {
            context.registerProcessingTimeTimer(next);
        }
    }

    @Override
    public void clear(W window, TriggerContext context) throws Exception {
        Long next = slots.next(context);
        if (next != null) {
            context.deleteProcessingTimeTimer(next);
        }
        if (context.isEventTime()) {
            context.deleteEventTimeTimer(window.maxTimestamp());
        }
        slots.clear(context);
    }

    @Override
    public String toString() {
        return "ContinuousProcessingTimeTrigger(" + slots.intervalMs() + " ms)";
    }
}
