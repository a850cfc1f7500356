package io.tidemark.worker.stream;

import io.tidemark.api.function.RuntimeContext;
import io.tidemark.api.function.StateManager;
import io.tidemark.api.operator.OperatorContext;
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

/** The state of the current key. */
final class KeyState implements StateManager {
    private final OperatorContext operator;
    private final RuntimeContext runtime;

    KeyState(OperatorContext operator) {
        this.operator = operator;
        this.runtime = operator.runtimeContext();
    }

    @Override
    @SuppressWarnings("unchecked")
    public <K> K getCurrentKey() {
        if (!operator.isKeyed()) {
            throw new UnsupportedOperationException(
                    "There is no current key on a stream that is not keyed; call keyBy before"
                            + " process, in operator \"" + operator.operatorName() + "\".");
        }
        return (K) operator.keyedState().currentKey();
    }

    @Override
    public <T> ValueState<T> getState(ValueStateDescriptor<T> descriptor) {
        return runtime.getState(descriptor);
    }

    @Override
    public <T> ListState<T> getState(ListStateDescriptor<T> descriptor) {
        return runtime.getListState(descriptor);
    }

    @Override
    public <K, V> MapState<K, V> getState(MapStateDescriptor<K, V> descriptor) {
        return runtime.getMapState(descriptor);
    }

    @Override
    public <T> ReducingState<T> getState(ReducingStateDescriptor<T> descriptor) {
        return runtime.getReducingState(descriptor);
    }

    @Override
    public <IN, ACC, OUT> AggregatingState<IN, OUT> getState(AggregatingStateDescriptor<IN, ACC, OUT> descriptor) {
        return runtime.getAggregatingState(descriptor);
    }
}
