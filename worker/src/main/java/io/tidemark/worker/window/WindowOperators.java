package io.tidemark.worker.window;

import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.EventTimeTrigger;
import io.tidemark.api.window.TumblingEventTimeWindows;

/** Chooses the operator for a window. */
public final class WindowOperators {
    private WindowOperators() {}

    /** @param keys serializer of the stream's keys */
    public static Operator create(WindowSpec spec, TypeSerializer<Object> keys) {
        boolean firesAtItsEnd = spec.trigger() == null || spec.trigger() instanceof EventTimeTrigger;
        if (spec.assigner() instanceof TumblingEventTimeWindows windows
                && windows.grid().isUniform()
                && firesAtItsEnd) {
            return new AlignedWindowOperator(spec, windows.sizeMs(), windows.offsetMs(), keys);
        }
        return new TriggeredWindowOperator(spec);
    }
}
