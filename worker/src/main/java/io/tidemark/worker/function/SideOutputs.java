package io.tidemark.worker.function;

import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.OperatorOutput;
import java.util.HashMap;
import java.util.Map;

/** Emits to side outputs by tag. */
public final class SideOutputs {
    private final OperatorOutput output;
    private final Map<String, Integer> ordinals = new HashMap<>();

    public SideOutputs(OperatorOutput output) {
        this.output = output;
    }

    /** Emits a record; one that nobody reads goes nowhere. */
    public void emit(OutputTag<?> tag, Object value, long timestamp) {
        if (tag == null) {
            throw new NullPointerException(
                    "the output tag is null; is it a static field of a class that is still being" + " initialised?");
        }
        int ordinal = ordinals.computeIfAbsent(tag.getId(), output::ordinalOf);
        if (ordinal >= 0) {
            output.collect(ordinal, value, timestamp);
        }
    }
}
