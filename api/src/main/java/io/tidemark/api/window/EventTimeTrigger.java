package io.tidemark.api.window;

/** Fires once event time has reached the end of the window, and again at each record that is late but allowed. */
public final class EventTimeTrigger extends Trigger<Object, TimeWindow> {
    private static final long serialVersionUID = 1L;

    private EventTimeTrigger() {}

    public static EventTimeTrigger create() {
        return new EventTimeTrigger();
    }

    @Override
    public TriggerResult onElement(Object element, long timestamp, TimeWindow window, TriggerContext context) {
        if (window.maxTimestamp() <= context.getCurrentWatermark()) {
            return TriggerResult.FIRE;
        }
        context.registerEventTimeTimer(window.maxTimestamp());
        return TriggerResult.CONTINUE;
    }

    @Override
    public TriggerResult onEventTime(long time, TimeWindow window, TriggerContext context) {
        return time == window.maxTimestamp() ? TriggerResult.FIRE : TriggerResult.CONTINUE;
    }

    @Override
    public TriggerResult onProcessingTime(long time, TimeWindow window, TriggerContext context) {
        return TriggerResult.CONTINUE;
    }

    @Override
    public boolean canMerge() {
        return true;
    }

    @Override
    public void onMerge(TimeWindow window, OnMergeContext context) {
        // Behind the watermark there is nothing to register: the record that caused the merge fires it.
        if (window.maxTimestamp() > context.getCurrentWatermark()) {
            context.registerEventTimeTimer(window.maxTimestamp());
        }
    }

    @Override
    public void clear(TimeWindow window, TriggerContext context) {
        context.deleteEventTimeTimer(window.maxTimestamp());
    }

    @Override
    public String toString() {
        return "EventTimeTrigger";
    }
}
