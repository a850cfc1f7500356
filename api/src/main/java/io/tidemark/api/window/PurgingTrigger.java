package io.tidemark.api.window;

/**
 * Another trigger, whose firings also empty the window. What belongs to the window itself stays: its state, and with sessions
 * that it is there.
 *
 * @param <T> type of the records
 * @param <W> type of the windows
 */
public final class PurgingTrigger<T, W extends Window> extends Trigger<T, W> {
    private static final long serialVersionUID = 1L;

    private final Trigger<T, W> nested;

    private PurgingTrigger(Trigger<T, W> nested) {
        this.nested = nested;
    }

    public static <T, W extends Window> PurgingTrigger<T, W> of(Trigger<T, W> nested) {
        return new PurgingTrigger<>(nested);
    }

    public Trigger<T, W> getNestedTrigger() {
        return nested;
    }

    private static TriggerResult purging(TriggerResult result) {
        return result.isFire() ? TriggerResult.FIRE_AND_PURGE : result;
    }

    @Override
    public TriggerResult onElement(T element, long timestamp, W window, TriggerContext context) throws Exception {
        return purging(nested.onElement(element, timestamp, window, context));
    }

    @Override
    public TriggerResult onEventTime(long time, W window, TriggerContext context) throws Exception {
        return purging(nested.onEventTime(time, window, context));
    }

    @Override
    public TriggerResult onProcessingTime(long time, W window, TriggerContext context) throws Exception {
        return purging(nested.onProcessingTime(time, window, context));
    }

    @Override
    public TriggerResult onCleanUp(W window, TriggerContext context) throws Exception {
        return purging(nested.onCleanUp(window, context));
    }

    @Override
    public boolean canMerge() {
        return nested.canMerge();
    }

    @Override
    public void onMerge(W window, OnMergeContext context) throws Exception {
        nested.onMerge(window, context);
    }

    @Override
    public void clear(W window, TriggerContext context) throws Exception {
        nested.clear(window, context);
    }

    @Override
    public String toString() {
        return "PurgingTrigger(" + nested + ")";
    }
}
