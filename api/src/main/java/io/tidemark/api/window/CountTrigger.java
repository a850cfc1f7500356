package io.tidemark.api.window;

import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.type.Types;

/**
 * Fires at each so many records of a window, and then counts anew.
 *
 * @param <W> type of the windows
 */
public final class CountTrigger<W extends Window> extends Trigger<Object, W> {
    private static final long serialVersionUID = 1L;

    private final long maxCount;
    private final ReducingStateDescriptor<Long> count = new ReducingStateDescriptor<>("count", Long::sum, Types.LONG);

    private CountTrigger(long maxCount) {
        this.maxCount = maxCount;
    }

    /** @throws IllegalArgumentException when the count is below one */
    public static <W extends Window> CountTrigger<W> of(long maxCount) {
        if (maxCount < 1) {
            throw new IllegalArgumentException("a window cannot fire at every " + maxCount + " records");
        }
        return new CountTrigger<>(maxCount);
    }

    /** At how many records it fires. */
    public long getMaxCount() {
        return maxCount;
    }

    @Override
    public TriggerResult onElement(Object element, long timestamp, W window, TriggerContext context) throws Exception {
        ReducingState<Long> counted = context.getPartitionedState(count);
        counted.add(1L);
        if (counted.get() < maxCount) {
            return TriggerResult.CONTINUE;
        }
        counted.clear();
        return TriggerResult.FIRE;
    }

    @Override
    public TriggerResult onEventTime(long time, W window, TriggerContext context) {
        return TriggerResult.CONTINUE;
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
    public void onMerge(W window, OnMergeContext context) {
        // When the sum is enough, the record that caused the merge fires it.
        context.mergePartitionedState(count);
    }

    @Override
    public void clear(W window, TriggerContext context) {
        context.getPartitionedState(count).clear();
    }

    @Override
    public String toString() {
        return "CountTrigger(" + maxCount + ")";
    }
}
