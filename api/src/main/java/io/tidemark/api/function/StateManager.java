package io.tidemark.api.function;

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

/** The state of the current key. A stream that is not keyed has none. */
public interface StateManager {
    /**
     * The key of the record or timer.
     *
     * @throws UnsupportedOperationException when the stream is not keyed
     */
    <K> K getCurrentKey();

    /**
     * The state of this name; the same one each time.
     *
     * @throws IllegalStateException when the stream is not keyed, or the name is taken by a state of another kind
     */
    <T> ValueState<T> getState(ValueStateDescriptor<T> descriptor);

    /** As {@link #getState(ValueStateDescriptor)}. */
    <T> ListState<T> getState(ListStateDescriptor<T> descriptor);

    /** As {@link #getState(ValueStateDescriptor)}. */
    <K, V> MapState<K, V> getState(MapStateDescriptor<K, V> descriptor);

    /** As {@link #getState(ValueStateDescriptor)}. */
    <T> ReducingState<T> getState(ReducingStateDescriptor<T> descriptor);

    /** As {@link #getState(ValueStateDescriptor)}. */
    <IN, ACC, OUT> AggregatingState<IN, OUT> getState(AggregatingStateDescriptor<IN, ACC, OUT> descriptor);
}
