package io.tidemark.api.window;

import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.SerializerType;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import java.util.Objects;

/**
 * Fires at a record that is further from the one that fired last than a threshold; the first record of a window is where it
 * starts.
 *
 * @param <T> type of the records
 * @param <W> type of the windows
 */
public final class DeltaTrigger<T, W extends Window> extends Trigger<T, W> {
    private static final long serialVersionUID = 1L;

    private final double threshold;
    private final DeltaFunction<T> deltas;
    private final ValueStateDescriptor<T> lastFired;

    private DeltaTrigger(double threshold, DeltaFunction<T> deltas, TypeInformation<T> type) {
        this.threshold = threshold;
        this.deltas = Objects.requireNonNull(deltas, "deltas");
        this.lastFired = new ValueStateDescriptor<>("last-fired", type);
    }

    /** @param type of the records, one of which it keeps */
    public static <T, W extends Window> DeltaTrigger<T, W> of(
            double threshold, DeltaFunction<T> deltas, TypeInformation<T> type) {
        return new DeltaTrigger<>(threshold, deltas, type);
    }

    /** @param serializer of the records, one of which it keeps */
    public static <T, W extends Window> DeltaTrigger<T, W> of(
            double threshold, DeltaFunction<T> deltas, TypeSerializer<T> serializer) {
        return new DeltaTrigger<>(threshold, deltas, new SerializerType<>(serializer));
    }

    @Override
    public TriggerResult onElement(T element, long timestamp, W window, TriggerContext context) throws Exception {
        ValueState<T> state = context.getPartitionedState(lastFired);
        T last = state.value();
        if (last == null) {
            state.update(element);
            return TriggerResult.CONTINUE;
        }
        if (deltas.getDelta(last, element) > threshold) {
            state.update(element);
            return TriggerResult.FIRE;
        }
        return TriggerResult.CONTINUE;
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
    public void clear(W window, TriggerContext context) throws Exception {
        context.getPartitionedState(lastFired).clear();
    }

    @Override
    public String toString() {
        return "DeltaTrigger(" + threshold + ")";
    }
}
