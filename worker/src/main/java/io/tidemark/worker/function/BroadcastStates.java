package io.tidemark.worker.function;

import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.state.BroadcastState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReadOnlyBroadcastState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The broadcast states of an operator, which are part of its snapshots. Used by the task's thread. */
public final class BroadcastStates {
    private final OperatorContext context;
    private final Map<String, HeapBroadcastState<?, ?>> states = new TreeMap<>();

    /** @param declared those that there are from the beginning */
    public BroadcastStates(OperatorContext context, List<MapStateDescriptor<?, ?>> declared) {
        this.context = context;
        declared.forEach(this::declare);
    }

    /** Of those that were declared or asked for. */
    Set<String> names() {
        return states.keySet();
    }

    void writeTo(OperatorStateWriter writer) {
        states.values().forEach(state -> state.writeTo(writer));
    }

    /** The state of this name; from now on there is one. */
    <K, V> BroadcastState<K, V> declared(MapStateDescriptor<K, V> descriptor) {
        declare(descriptor);
        return state(descriptor);
    }

    private <K, V> void declare(MapStateDescriptor<K, V> descriptor) {
        states.computeIfAbsent(descriptor.getName(), name -> new HeapBroadcastState<>(context, descriptor));
    }

    /**
     * The state of this name, to read and to change.
     *
     * @throws IllegalArgumentException when there is none
     */
    public <K, V> BroadcastState<K, V> state(MapStateDescriptor<K, V> descriptor) {
        return find(descriptor);
    }

    /**
     * The state of this name, to read.
     *
     * @throws IllegalArgumentException when there is none
     */
    public <K, V> ReadOnlyBroadcastState<K, V> view(MapStateDescriptor<K, V> descriptor) {
        return find(descriptor).view();
    }

    /** The author gives it the types it was declared with. */
    @SuppressWarnings("unchecked")
    private <K, V> HeapBroadcastState<K, V> find(MapStateDescriptor<K, V> descriptor) {
        HeapBroadcastState<?, ?> state = states.get(descriptor.getName());
        if (state == null) {
            throw new IllegalArgumentException("Operator \"" + context.operatorName() + "\" has no broadcast state \""
                    + descriptor.getName() + "\", it has " + states.keySet()
                    + ". Give its descriptor to broadcast as well.");
        }
        return (HeapBroadcastState<K, V>) state;
    }
}
