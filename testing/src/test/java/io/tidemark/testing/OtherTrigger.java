package io.tidemark.testing;

import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.TriggerResult;
import io.tidemark.api.window.Window;

/** Fires as another trigger does and is of a class that the runtime does not know, so that windows go the general way. */
final class OtherTrigger<W extends Window> extends Trigger<Object, W> {
    private static final long serialVersionUID = 1L;

    private final Trigger<Object, W> trigger;

    OtherTrigger(Trigger<Object, W> trigger) {
        this.trigger = trigger;
    }

    @Override
    public TriggerResult onElement(Object element, long timestamp, W window, TriggerContext context) throws Exception {
        return trigger.onElement(element, timestamp, window, context);
    }

    @Override
    public TriggerResult onProcessingTime(long time, W window, TriggerContext context) throws Exception {
        return trigger.onProcessingTime(time, window, context);
    }

    @Override
    public TriggerResult onEventTime(long time, W window, TriggerContext context) throws Exception {
        return trigger.onEventTime(time, window, context);
    }

    @Override
    public boolean canMerge() {
        return trigger.canMerge();
    }

    @Override
    public void onMerge(W window, OnMergeContext context) throws Exception {
        trigger.onMerge(window, context);
    }

    @Override
    public void clear(W window, TriggerContext context) throws Exception {
        trigger.clear(window, context);
    }
}
