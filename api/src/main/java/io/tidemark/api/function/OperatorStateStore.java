package io.tidemark.api.function;

import io.tidemark.api.state.BroadcastState;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapStateDescriptor;
import java.util.Set;

/**
 * Lists and maps that a function keeps for itself, not for a key. They are kept on the heap and written whole with each checkpoint.
 * A name stands for one of an operator; asked for again, it is the same one. What was restored and is not asked for is kept.
 */
public interface OperatorStateStore {
    /** A list whose elements are dealt out in turn when the number of subtasks changes. */
    <T> ListState<T> getListState(ListStateDescriptor<T> descriptor);

    /** A list of which every subtask is given all elements of all subtasks at each restore. */
    <T> ListState<T> getUnionListState(ListStateDescriptor<T> descriptor);

    /**
     * A map that every subtask has alike, since every one changes it in the same way. On a broadcast stream's function it is the
     * state of that name.
     */
    <K, V> BroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> descriptor);

    /**
     * The names of the lists that there are: those that were asked for, and those that were restored and that nobody has asked for
     * yet, which stay in every checkpoint until somebody does. To see what a former version of the function has left.
     */
    Set<String> getRegisteredStateNames();

    /** As {@link #getRegisteredStateNames}, of broadcast states. */
    Set<String> getRegisteredBroadcastStateNames();
}
