package io.tidemark.api.window;

import java.time.Duration;

/**
 * Fires early, whenever event time reaches a multiple of an interval, once however many it passes at a time. Fires at the end
 * of the window if there were records since the last firing, and then at each record that is late but allowed.
 *
 * @param <W> type of the windows
 */
public final class ContinuousEventTimeTrigger<W extends Window> extends Trigger<Object, W> {
    private static final long serialVersionUID = 1L;

    private final FiringSlots slots;

    private ContinuousEventTimeTrigger(FiringSlots slots) {
        this.slots = slots;
    }

    /** @throws IllegalArgumentException when the interval is below one millisecond */
    public static <W extends Window> ContinuousEventTimeTrigger<W> of(Duration interval) {
        return new ContinuousEventTimeTrigger<>(new FiringSlots(interval));
    }

    /** In milliseconds. */
    public long getInterval() {
        return slots.intervalMs();
    }

    @Override
    public TriggerResult onElement(Object element, long timestamp, W window, TriggerContext context) throws Exception {
        if (window.maxTimestamp() <= context.getCurrentWatermark()) {
            return TriggerResult.FIRE;
        }
        slots.noteRecord(context);
        context.registerEventTimeTimer(window.maxTimestamp());
        if (slots.next(context) == null) {
            schedule(Math.max(timestamp, context.getCurrentWatermark()), context);
        }
        return TriggerResult.CONTINUE;
    }

    private void schedule(long afterTime, TriggerContext context) throws Exception {
        long slot = slots.after(afterTime);
        if (slots.setNext(slot, context)) {
            context.registerEventTimeTimer(slot);
        }
    }

    @Override
    public TriggerResult onEventTime(long time, W window, TriggerContext context) throws Exception {
        Long next = slots.next(context);
        boolean isSlot = next != null && next == time && time <= window.maxTimestamp();
        if (isSlot) {
            schedule(Math.max(time, context.getCurrentWatermark()), context);
            slots.takeChanged(context);
            return TriggerResult.FIRE;
        }
        boolean isEnd = time == window.maxTimestamp();
        return isEnd && slots.takeChanged(context) ? TriggerResult.FIRE : TriggerResult.CONTINUE;
    }

    @Override
    public TriggerResult onProcessingTime(long time, W window, TriggerContext context) {
        return TriggerResult.CONTINUE;
    }

    @Override
    public boolean canMerge() {
        return true;
    }

    @Override
    public void onMerge(W window, OnMergeContext context) throws Exception {
        slots.merge(context);
        if (window.maxTimestamp() <= context.getCurrentWatermark()) {
            return;
        }
        context.registerEventTimeTimer(window.maxTimestamp());
        Long next = slots.next(context);
        if (next != null && next > context.getCurrentWatermark()) {
            context.registerEventTimeTimer(next);
        } else if (next != null) {
            // A window that had fired was merged; its slots are over.
            schedule(context.getCurrentWatermark(), context);
        }
    }

    @Override
    public void clear(W window, TriggerContext context) throws Exception {
        Long next = slots.next(context);
        if (next != null) {
            context.deleteEventTimeTimer(next);
        }
        context.deleteEventTimeTimer(window.maxTimestamp());
        slots.clear(context);
    }

    @Override
    public String toString() {
        return "ContinuousEventTimeTrigger(" + slots.intervalMs() + " ms)";
    }
}
