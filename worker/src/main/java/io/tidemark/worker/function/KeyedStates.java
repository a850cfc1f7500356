package io.tidemark.worker.function;

import io.tidemark.api.function.KeyedStateStore;
import io.tidemark.api.function.RuntimeContext;
import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;

/** The plain keyed state of an operator, as functions are handed it. */
public record KeyedStates(RuntimeContext context) implements KeyedStateStore {
    @Override
    public <T> ValueState<T> getState(ValueStateDescriptor<T> descriptor) {
        return context.getState(descriptor);
    }

    @Override
    public <T> ListState<T> getListState(ListStateDescriptor<T> descriptor) {
        return context.getListState(descriptor);
    }

    @Override
    public <K, V> MapState<K, V> getMapState(MapStateDescriptor<K, V> descriptor) {
        return context.getMapState(descriptor);
    }

    @Override
    public <T> ReducingState<T> getReducingState(ReducingStateDescriptor<T> descriptor) {
        return context.getReducingState(descriptor);
    }

    @Override
    public <IN, ACC, OUT> AggregatingState<IN, OUT> getAggregatingState(
            AggregatingStateDescriptor<IN, ACC, OUT> descriptor) {
        return context.getAggregatingState(descriptor);
    }
}
