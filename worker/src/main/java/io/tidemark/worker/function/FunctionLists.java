package io.tidemark.worker.function;

import io.tidemark.api.function.OperatorStateStore;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.state.BroadcastState;
import io.tidemark.api.state.ListState;
import io.tidemark.api.state.ListStateDescriptor;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.schema.FunctionStates;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** What a function keeps for itself: lists, and maps that all subtasks have alike. Used by the task's thread. */
final class FunctionLists implements OperatorStateStore {
    private final OperatorContext context;
    private final BroadcastStates broadcastStates;
    private final Map<String, Elements<?>> lists = new LinkedHashMap<>();

    FunctionLists(OperatorContext context, BroadcastStates broadcastStates) {
        this.context = context;
        this.broadcastStates = broadcastStates;
    }

    @Override
    public <T> ListState<T> getListState(ListStateDescriptor<T> descriptor) {
        return list(descriptor, StateSharing.SPLIT);
    }

    @Override
    public <T> ListState<T> getUnionListState(ListStateDescriptor<T> descriptor) {
        return list(descriptor, StateSharing.UNION);
    }

    @Override
    public <K, V> BroadcastState<K, V> getBroadcastState(MapStateDescriptor<K, V> descriptor) {
        return broadcastStates.declared(descriptor);
    }

    @SuppressWarnings("unchecked")
    private <T> ListState<T> list(ListStateDescriptor<T> descriptor, StateSharing sharing) {
        if (descriptor.getTtlConfig() != null) {
            throw new IllegalArgumentException("List \"" + descriptor.getName() + "\" of operator \""
                    + context.operatorName() + "\" cannot have a time to live: only state of keys can.");
        }
        Elements<?> list = lists.computeIfAbsent(descriptor.getName(), name -> {
            TypeSerializer<T> serializer = descriptor.createSerializer();
            return new Elements<>(sharing, serializer, context.restoredState(FunctionStates.list(name), serializer));
        });
        if (list.sharing != sharing) {
            throw new IllegalStateException("List \"" + descriptor.getName() + "\" of operator \""
                    + context.operatorName() + "\" is asked for as a list and as a union list.");
        }
        return (ListState<T>) list;
    }

    @Override
    public Set<String> getRegisteredStateNames() {
        return names(lists.keySet(), FunctionStates::listOf);
    }

    @Override
    public Set<String> getRegisteredBroadcastStateNames() {
        return names(broadcastStates.names(), FunctionStates::broadcastOf);
    }

    private Set<String> names(Set<String> asked, UnaryOperator<String> nameOf) {
        Set<String> names = new TreeSet<>(asked);
        context.restoredStateNames().stream()
                .map(nameOf)
                .filter(Objects::nonNull)
                .forEach(names::add);
        return Collections.unmodifiableSet(names);
    }

    void writeTo(OperatorStateWriter state) {
        lists.forEach((name, list) -> list.writeTo(state, FunctionStates.list(name)));
    }

    private static final class Elements<T> implements ListState<T> {
        private final StateSharing sharing;
        private final TypeSerializer<T> serializer;
        private List<T> elements;

        Elements(StateSharing sharing, TypeSerializer<T> serializer, List<T> restored) {
            this.sharing = sharing;
            this.serializer = serializer;
            this.elements = new ArrayList<>(restored);
        }

        void writeTo(OperatorStateWriter state, String name) {
            state.put(name, sharing, serializer, elements);
        }

        @Override
        public Iterable<T> get() {
            return Collections.unmodifiableList(elements);
        }

        @Override
        public void add(T value) {
            elements.add(Objects.requireNonNull(value));
        }

        @Override
        public void addAll(List<T> values) {
            values.forEach(this::add);
        }

        @Override
        public void update(List<T> values) {
            values.forEach(Objects::requireNonNull);
            elements = new ArrayList<>(values);
        }

        @Override
        public void clear() {
            elements = new ArrayList<>();
        }
    }
}
