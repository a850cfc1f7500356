package io.tidemark.worker.window;

import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.DynamicEventTimeSessionWindows;
import io.tidemark.api.window.EventTimeSessionWindows;
import io.tidemark.api.window.EventTimeTrigger;
import io.tidemark.api.window.MergingWindowAssigner;
import io.tidemark.api.window.TumblingEventTimeWindows;

/** Chooses the operator for a window. */
public final class WindowOperators {
    private WindowOperators() {}

    /** @param keys serializer of the stream's keys */
    public static Operator create(WindowSpec spec, TypeSerializer<Object> keys) {
        boolean triggersAtItsEnd = spec.trigger() == null || spec.trigger() instanceof EventTimeTrigger;
        if (spec.assigner() instanceof MergingWindowAssigner<?, ?>) {
            return triggersAtItsEnd && areSessionsOfEventTime(spec)
                    ? new SessionWindowOperator(spec)
                    : new MergingWindowOperator(spec);
        }
        boolean firesAtItsEnd = triggersAtItsEnd && spec.evictor() == null;
        if (spec.assigner() instanceof TumblingEventTimeWindows windows && firesAtItsEnd) {
            return new AlignedWindowOperator(spec, windows.grid(), keys);
        }
        SliceGrid slices = firesAtItsEnd ? SliceGrids.of(spec) : null;
        return slices == null ? new TriggeredWindowOperator(spec) : new SlicedWindowOperator(spec, slices, keys);
    }

    private static boolean areSessionsOfEventTime(WindowSpec spec) {
        return spec.assigner() instanceof EventTimeSessionWindows
                || spec.assigner() instanceof DynamicEventTimeSessionWindows;
    }
}
