package io.tidemark.api.operator;

import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.AggregatingStateDescriptor;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapState;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.state.ReducingState;
import io.tidemark.api.state.ReducingStateDescriptor;
import io.tidemark.api.state.StateDescriptor;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import java.util.List;

/**
 * The keyed state of one operator subtask. Handles are made once, in {@code open}, and always read and
 * write the state of the current key. A value that is handed out may be changed by its owner only
 * between being handed out and the update that follows.
 */
public interface KeyedState {
    /** @param keyHash {@code TypeSerializer.hash(key)} */
    void setCurrentKey(Object key, int keyHash);

    void setCurrentKey(Object key);

    /**
     * As {@link #setCurrentKey(Object, int)}, with a key that is a number and need not be boxed.
     *
     * @param keyBits see {@link Records#keyBits}
     */
    void setCurrentKeyBits(long keyBits, int keyHash);

    Object currentKey();

    /** As it was set or {@code TypeSerializer.hash} has it. */
    int currentKeyHash();

    /**
     * Tells that the keys of some records will be set next, one by one. It changes nothing, but the state may look up what they
     * need together, which takes less time than one by one.
     *
     * @return the index of the first record from which on to tell it again; at most {@code to}
     */
    default int expect(Records records, int from, int to) {
        return to;
    }

    <T> ValueState<T> value(ValueStateDescriptor<T> descriptor);

    <T> ListState<T> list(ListStateDescriptor<T> descriptor);

    <K, V> MapState<K, V> map(MapStateDescriptor<K, V> descriptor);

    <T> ReducingState<T> reducing(ReducingStateDescriptor<T> descriptor);

    <IN, ACC, OUT> AggregatingState<IN, OUT> aggregating(AggregatingStateDescriptor<IN, ACC, OUT> descriptor);

    /** State by (namespace, key), laid out namespace first, so that a namespace can be walked and dropped whole. */
    <N, V> NamespacedState<N, V> namespaced(
            String name, TypeSerializer<N> namespaceSerializer, TypeSerializer<V> valueSerializer);

    /**
     * The keys that have something in a state of this subtask, in no promised order, as they are now.
     *
     * @throws IllegalArgumentException when the descriptor is of no kind of keyed state
     */
    List<Object> keys(StateDescriptor<?, ?> descriptor);
}
