package io.tidemark.api;

import io.tidemark.api.function.OutputTag;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.InvalidPlanException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** An operator as the author's calls describe it so far. {@link PlanBuilder} makes plan nodes from it. */
final class PlanVertex {

    /**
     * One input.
     *
     * @param ports outputs that lead to it, more than one for a union
     * @param keySpec null when it is not keyed
     */
    record Input(List<Port> ports, KeySpec<?, ?> keySpec) {}

    private final int order;
    private final OperatorSpec spec;
    private final List<Input> inputs;
    private final OutputType<?> type;
    private final String callSite;
    private final Map<String, OutputTag<?>> sideOutputs = new LinkedHashMap<>();

    private String name;
    private String uid;
    private int parallelism;
    private int maxParallelism;
    private boolean hasOwnParallelism;
    private boolean isNonParallel;
    private boolean isChainable = true;

    /**
     * @param order place among the environment's operators: inputs come first
     * @param type null for a sink
     */
    PlanVertex(int order, String name, OperatorSpec spec, List<Input> inputs, OutputType<?> type, int parallelism) {
        this.order = order;
        this.name = name;
        this.spec = spec;
        this.inputs = List.copyOf(inputs);
        this.type = type;
        this.parallelism = parallelism;
        this.callSite = CallSite.current();
    }

    int order() {
        return order;
    }

    OperatorSpec spec() {
        return spec;
    }

    List<Input> inputs() {
        return inputs;
    }

    OutputType<?> type() {
        return type;
    }

    boolean isSink() {
        return type == null;
    }

    String name() {
        return name;
    }

    void name(String newName) {
        if (newName == null || newName.isBlank()) {
            throw new IllegalArgumentException(describe() + ": a name must not be empty");
        }
        name = newName;
    }

    /** Null when the author gave none. */
    String uid() {
        return uid;
    }

    void uid(String newUid) {
        if (newUid == null || newUid.isBlank()) {
            throw new IllegalArgumentException(describe() + ": a uid must not be empty");
        }
        uid = newUid;
    }

    int parallelism() {
        return parallelism;
    }

    void parallelism(int newParallelism) {
        MaxParallelism.checkParallelism(newParallelism, describe());
        if (isNonParallel && newParallelism != 1) {
            throw new IllegalArgumentException(
                    describe() + " runs with a parallelism of 1 only, not " + newParallelism);
        }
        parallelism = newParallelism;
        hasOwnParallelism = true;
    }

    void forceNonParallel() {
        parallelism = 1;
        hasOwnParallelism = true;
        isNonParallel = true;
    }

    /** Whether the number was given to it, or is part of what it is; else it has the environment's. */
    boolean hasOwnParallelism() {
        return hasOwnParallelism;
    }

    /** 0 when the author gave none. */
    int maxParallelism() {
        return maxParallelism;
    }

    void maxParallelism(int newMaxParallelism) {
        MaxParallelism.checkMaxParallelism(newMaxParallelism, describe());
        maxParallelism = newMaxParallelism;
    }

    boolean isChainable() {
        return isChainable;
    }

    void disableChaining() {
        isChainable = false;
    }

    Map<String, OutputTag<?>> sideOutputs() {
        return sideOutputs;
    }

    void addSideOutput(OutputTag<?> tag) {
        OutputTag<?> earlier = sideOutputs.putIfAbsent(tag.getId(), tag);
        if (earlier != null && !earlier.getTypeInfo().equals(tag.getTypeInfo())) {
            throw new InvalidPlanException(describe() + " has a side output \"" + tag.getId() + "\" of "
                    + earlier.getTypeInfo() + " already, it cannot be of " + tag.getTypeInfo() + " too");
        }
    }

    /** For messages: {@code operator "Map" (WordCount.java:17)}. */
    String describe() {
        String what = switch (spec.kind()) {
            case SOURCE_READER -> "source";
            case SINK -> "sink";
            default -> "operator";
        };
        return what + " \"" + name + "\" (" + callSite + ")";
    }
}
