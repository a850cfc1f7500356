package io.tidemark.worker.function;

import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.State;
import io.tidemark.api.state.StateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;

/** Keyed states of which only the descriptor says of which kind they are. */
public final class StatesByKind {
    private StatesByKind() {}

    /** The state that a descriptor describes; a descriptor's kind goes with the type of its state. */
    @SuppressWarnings("unchecked")
    public static <S extends State> S of(KeyedState keyedState, StateDescriptor<S, ?> descriptor) {
        State state = switch (descriptor.kind()) {
            case VALUE -> keyedState.value((ValueStateDescriptor<?>) (StateDescriptor<?, ?>) descriptor);
            case LIST -> keyedState.list((ListStateDescriptor<?>) (StateDescriptor<?, ?>) descriptor);
            case MAP -> keyedState.map((MapStateDescriptor<?, ?>) (StateDescriptor<?, ?>) descriptor);
            case REDUCING -> keyedState.reducing((ReducingStateDescriptor<?>) (StateDescriptor<?, ?>) descriptor);
            case AGGREGATING ->
                keyedState.aggregating((AggregatingStateDescriptor<?, ?, ?>) (StateDescriptor<?, ?>) descriptor);
        };
        return (S) state;
    }

    /** Whether the current key has something in a state. */
    public static boolean isPresent(State state) throws Exception {
        if (state instanceof ValueState<?> value) {
            return value.value() != null;
        }
        if (state instanceof ListState<?> list) {
            return list.get().iterator().hasNext();
        }
        if (state instanceof MapState<?, ?> map) {
            return !map.isEmpty();
        }
        if (state instanceof ReducingState<?> reducing) {
            return reducing.get() != null;
        }
        return ((AggregatingState<?, ?>) state).get() != null;
    }
}
