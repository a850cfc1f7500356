package io.tidemark.api.function;

import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.AggregatingStateDeclaration;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.BroadcastState;
import io.tidemark.api.state.BroadcastStateDeclaration;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDeclaration;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDeclaration;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDeclaration;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDeclaration;
import io.tidemark.api.state.ValueStateDescriptor;
import java.util.Optional;

/**
 * The state of the current key, of which a stream that is not keyed has none; and the state of the subtask: lists that are
 * dealt out anew when the number of subtasks changes, and maps that all subtasks have alike. State of the subtask must be returned
 * from {@link StreamProcessFunction#usesStates}.
 */
public interface StateManager {
    /**
     * The key of the record or timer.
     *
     * @throws UnsupportedOperationException when the stream is not keyed
     */
    <K> K getCurrentKey();

    /**
     * The state of this declaration; the same one each time.
     *
     * @throws IllegalStateException when the stream is not keyed, or the name is taken by a state of another kind
     */
    <T> ValueState<T> getState(ValueStateDeclaration<T> declaration);

    /** As {@link #getState(ValueStateDeclaration)}; nothing when the stream is not keyed. */
    <T> Optional<ValueState<T>> getStateOptional(ValueStateDeclaration<T> declaration);

    /**
     * As {@link #getState(ValueStateDeclaration)}; a list that is the subtask's needs no key.
     *
     * @throws IllegalStateException also when a list that is the subtask's is not one of {@link StreamProcessFunction#usesStates}
     */
    <T> ListState<T> getState(ListStateDeclaration<T> declaration);

    /** As {@link #getState(ListStateDeclaration)}; nothing when it cannot be had here. */
    <T> Optional<ListState<T>> getStateOptional(ListStateDeclaration<T> declaration);

    /** As {@link #getState(ValueStateDeclaration)}. */
    <K, V> MapState<K, V> getState(MapStateDeclaration<K, V> declaration);

    /** As {@link #getStateOptional(ValueStateDeclaration)}. */
    <K, V> Optional<MapState<K, V>> getStateOptional(MapStateDeclaration<K, V> declaration);

    /** As {@link #getState(ValueStateDeclaration)}. */
    <T> ReducingState<T> getState(ReducingStateDeclaration<T> declaration);

    /** As {@link #getStateOptional(ValueStateDeclaration)}. */
    <T> Optional<ReducingState<T>> getStateOptional(ReducingStateDeclaration<T> declaration);

    /** As {@link #getState(ValueStateDeclaration)}. */
    <IN, ACC, OUT> AggregatingState<IN, OUT> getState(AggregatingStateDeclaration<IN, ACC, OUT> declaration);

    /** As {@link #getStateOptional(ValueStateDeclaration)}. */
    <IN, ACC, OUT> Optional<AggregatingState<IN, OUT>> getStateOptional(
            AggregatingStateDeclaration<IN, ACC, OUT> declaration);

    /**
     * The map that all subtasks have alike. It stays so as long as it is changed by what all of them get in the same order, that
     * is by the records of a broadcast input.
     *
     * @throws IllegalStateException when it is not one of {@link StreamProcessFunction#usesStates}
     */
    <K, V> BroadcastState<K, V> getState(BroadcastStateDeclaration<K, V> declaration);

    /** As {@link #getState(BroadcastStateDeclaration)}; nothing when it is not one of {@link StreamProcessFunction#usesStates}. */
    <K, V> Optional<BroadcastState<K, V>> getStateOptional(BroadcastStateDeclaration<K, V> declaration);

    /** The state of this name, as classic functions name it; else as {@link #getState(ValueStateDeclaration)}. */
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
