package io.tidemark.api.window;

import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.type.Types;
import java.io.Serializable;
import java.time.Duration;

/**
 * What triggers that fire every so often keep of a window: when the next firing is due, and whether there were records since
 * the last one. Slots are the multiples of the interval.
 */
final class FiringSlots implements Serializable {
    private static final long serialVersionUID = 1L;

    private final long intervalMs;
    private final ReducingStateDescriptor<Long> next =
            new ReducingStateDescriptor<>("next-firing", Math::min, Types.LONG);
    private final ReducingStateDescriptor<Boolean> changed =
            new ReducingStateDescriptor<>("changed-since-firing", Boolean::logicalOr, Types.BOOLEAN);

    /** @throws IllegalArgumentException when the interval is below one millisecond */
    FiringSlots(Duration interval) {
        this.intervalMs = interval.toMillis();
        if (intervalMs < 1) {
            throw new IllegalArgumentException("the interval of firings must be at least 1 ms, not " + interval);
        }
    }

    long intervalMs() {
        return intervalMs;
    }

    /** The first slot after a time; {@link Long#MAX_VALUE} for none before the end of time. */
    long after(long time) {
        return TimeWindow.containing(time, 0, intervalMs).getEnd();
    }

    /** When the window is to fire next, or null. */
    Long next(Trigger.TriggerContext context) throws Exception {
        return context.getPartitionedState(next).get();
    }

    /** Sets when it is to fire next; {@link Long#MAX_VALUE} for never. Returns whether it is to fire. */
    boolean setNext(long slot, Trigger.TriggerContext context) throws Exception {
        ReducingState<Long> state = context.getPartitionedState(next);
        state.clear();
        if (slot == Long.MAX_VALUE) {
            return false;
        }
        state.add(slot);
        return true;
    }

    void noteRecord(Trigger.TriggerContext context) throws Exception {
        context.getPartitionedState(changed).add(true);
    }

    /** Whether there were records since the last time that this was asked. */
    boolean takeChanged(Trigger.TriggerContext context) throws Exception {
        ReducingState<Boolean> state = context.getPartitionedState(changed);
        boolean isChanged = state.get() != null;
        state.clear();
        return isChanged;
    }

    void merge(Trigger.OnMergeContext context) {
        context.mergePartitionedState(next);
        context.mergePartitionedState(changed);
    }

    void clear(Trigger.TriggerContext context) {
        context.getPartitionedState(next).clear();
        context.getPartitionedState(changed).clear();
    }
}
