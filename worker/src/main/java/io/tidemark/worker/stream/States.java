package io.tidemark.worker.stream;

import io.tidemark.api.function.OperatorStateStore;
import io.tidemark.api.function.RuntimeContext;
import io.tidemark.api.function.StateManager;
import io.tidemark.api.operator.OperatorContext;
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
import io.tidemark.api.state.State;
import io.tidemark.api.state.StateDeclaration;
import io.tidemark.api.state.StateDeclaration.RedistributionMode;
import io.tidemark.api.state.ValueState;
import io.tidemark.api.state.ValueStateDeclaration;
import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.TypeDescriptor;
import io.tidemark.worker.failure.FatalTaskException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** The states of a function: those of the current key, and those of the subtask. */
final class States implements StateManager {
    private final OperatorContext operator;
    private final RuntimeContext runtime;

    /** By name what was declared and what it stands for, so that asking again costs a look. */
    private final Map<String, Opened> opened = new HashMap<>();

    private record Opened(StateDeclaration declaration, State state) {}

    States(OperatorContext operator) {
        this.operator = operator;
        this.runtime = operator.runtimeContext();
    }

    // ------------------------------------------------------------------------------------ at the beginning

    /**
     * Opens what the function says that it uses: those of the subtask are there from now on, and of those of a key the types are
     * compared with what was restored.
     *
     * @param ofSubtask where the states of the subtask are
     */
    void open(Set<StateDeclaration> used, OperatorStateStore ofSubtask) {
        for (StateDeclaration declaration : used) {
            Opened earlier = opened.get(declaration.getName());
            if (earlier != null) {
                throw new FatalTaskException(
                        "operator \"" + operator.operatorName() + "\" declares the state \"" + declaration.getName()
                                + "\" twice, as " + earlier.declaration + " and as " + declaration,
                        "Give one of them another name in usesStates.");
            }
            open(declaration, ofSubtask);
        }
    }

    private void open(StateDeclaration declaration, OperatorStateStore ofSubtask) {
        if (declaration instanceof BroadcastStateDeclaration<?, ?> map) {
            put(declaration, ofSubtask.getBroadcastState(descriptor(map)));
        } else if (declaration.getRedistributionMode() == RedistributionMode.REDISTRIBUTABLE) {
            put(declaration, list((ListStateDeclaration<?>) declaration, ofSubtask));
        } else if (operator.isKeyed()) {
            ofKey(declaration);
        }
    }

    private static <T> ListState<T> list(ListStateDeclaration<T> declaration, OperatorStateStore ofSubtask) {
        ListStateDescriptor<T> descriptor = descriptor(declaration);
        return declaration.getRedistributionStrategy() == ListStateDeclaration.RedistributionStrategy.UNION
                ? ofSubtask.getUnionListState(descriptor)
                : ofSubtask.getListState(descriptor);
    }

    private <S extends State> S put(StateDeclaration declaration, S state) {
        opened.put(declaration.getName(), new Opened(declaration, state));
        return state;
    }

    private State ofKey(StateDeclaration declaration) {
        if (declaration instanceof ValueStateDeclaration<?> value) {
            return getState(value);
        } else if (declaration instanceof ListStateDeclaration<?> list) {
            return getState(list);
        } else if (declaration instanceof MapStateDeclaration<?, ?> map) {
            return getState(map);
        } else if (declaration instanceof ReducingStateDeclaration<?> reducing) {
            return getState(reducing);
        } else if (declaration instanceof AggregatingStateDeclaration<?, ?, ?> aggregating) {
            return getState(aggregating);
        }
        throw new IllegalArgumentException("state \"" + declaration.getName() + "\" is declared by "
                + declaration.getClass().getName() + "; declare it with StateDeclarations");
    }

    // ------------------------------------------------------------------------------------ of the current key

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

    /** The state of a declaration. The author gives it the types it was declared with. */
    @SuppressWarnings("unchecked")
    private <S extends State> S find(StateDeclaration declaration, Supplier<S> opening) {
        Opened found = opened.get(declaration.getName());
        if (found == null) {
            return put(declaration, opening.get());
        }
        if (found.declaration != declaration && !found.declaration.equals(declaration)) {
            throw new IllegalStateException("State \"" + declaration.getName() + "\" of operator \""
                    + operator.operatorName() + "\" is asked for as " + declaration + " and is declared as "
                    + found.declaration + "; give one of the two another name.");
        }
        return (S) found.state;
    }

    private <S> Optional<S> ifKeyed(Supplier<S> state) {
        return operator.isKeyed() ? Optional.of(state.get()) : Optional.empty();
    }

    @Override
    public <T> ValueState<T> getState(ValueStateDeclaration<T> declaration) {
        return find(
                declaration,
                () -> runtime.getState(new ValueStateDescriptor<>(
                        declaration.getName(), TypeDescriptor.informationOf(declaration.getTypeDescriptor()))));
    }

    @Override
    public <T> Optional<ValueState<T>> getStateOptional(ValueStateDeclaration<T> declaration) {
        return ifKeyed(() -> getState(declaration));
    }

    @Override
    public <T> ListState<T> getState(ListStateDeclaration<T> declaration) {
        return find(declaration, () -> {
            requireOpened(declaration);
            return runtime.getListState(descriptor(declaration));
        });
    }

    @Override
    public <T> Optional<ListState<T>> getStateOptional(ListStateDeclaration<T> declaration) {
        return declaration.getRedistributionMode() == RedistributionMode.NONE
                ? ifKeyed(() -> getState(declaration))
                : ifOpened(declaration, () -> getState(declaration));
    }

    @Override
    public <K, V> MapState<K, V> getState(MapStateDeclaration<K, V> declaration) {
        return find(
                declaration,
                () -> runtime.getMapState(new MapStateDescriptor<>(
                        declaration.getName(),
                        TypeDescriptor.informationOf(declaration.getKeyTypeDescriptor()),
                        TypeDescriptor.informationOf(declaration.getValueTypeDescriptor()))));
    }

    @Override
    public <K, V> Optional<MapState<K, V>> getStateOptional(MapStateDeclaration<K, V> declaration) {
        return ifKeyed(() -> getState(declaration));
    }

    @Override
    public <T> ReducingState<T> getState(ReducingStateDeclaration<T> declaration) {
        return find(
                declaration,
                () -> runtime.getReducingState(new ReducingStateDescriptor<>(
                        declaration.getName(),
                        declaration.getReduceFunction(),
                        TypeDescriptor.informationOf(declaration.getTypeDescriptor()))));
    }

    @Override
    public <T> Optional<ReducingState<T>> getStateOptional(ReducingStateDeclaration<T> declaration) {
        return ifKeyed(() -> getState(declaration));
    }

    @Override
    public <IN, ACC, OUT> AggregatingState<IN, OUT> getState(AggregatingStateDeclaration<IN, ACC, OUT> declaration) {
        return find(
                declaration,
                () -> runtime.getAggregatingState(new AggregatingStateDescriptor<>(
                        declaration.getName(),
                        declaration.getAggregateFunction(),
                        TypeDescriptor.informationOf(declaration.getTypeDescriptor()))));
    }

    @Override
    public <IN, ACC, OUT> Optional<AggregatingState<IN, OUT>> getStateOptional(
            AggregatingStateDeclaration<IN, ACC, OUT> declaration) {
        return ifKeyed(() -> getState(declaration));
    }

    // ------------------------------------------------------------------------------------ of the subtask

    @Override
    public <K, V> BroadcastState<K, V> getState(BroadcastStateDeclaration<K, V> declaration) {
        return find(declaration, () -> {
            requireOpened(declaration);
            throw new AssertionError("broadcast state \"" + declaration.getName() + "\" is open and was not found");
        });
    }

    @Override
    public <K, V> Optional<BroadcastState<K, V>> getStateOptional(BroadcastStateDeclaration<K, V> declaration) {
        return ifOpened(declaration, () -> getState(declaration));
    }

    private <S> Optional<S> ifOpened(StateDeclaration declaration, Supplier<S> state) {
        return opened.containsKey(declaration.getName()) ? Optional.of(state.get()) : Optional.empty();
    }

    /** What is the subtask's is restored when the function is opened, and would be lost if it was asked for later only. */
    private void requireOpened(StateDeclaration declaration) {
        if (declaration.getRedistributionMode() != RedistributionMode.NONE
                && !opened.containsKey(declaration.getName())) {
            throw new IllegalStateException("State \"" + declaration.getName() + "\" of operator \""
                    + operator.operatorName() + "\" is not declared, it declares "
                    + new TreeSet<>(opened.keySet())
                    + ". Return its declaration from usesStates of the function.");
        }
    }

    private static <T> ListStateDescriptor<T> descriptor(ListStateDeclaration<T> declaration) {
        return new ListStateDescriptor<>(
                declaration.getName(), TypeDescriptor.informationOf(declaration.getTypeDescriptor()));
    }

    private static <K, V> MapStateDescriptor<K, V> descriptor(BroadcastStateDeclaration<K, V> declaration) {
        return new MapStateDescriptor<>(
                declaration.getName(),
                TypeDescriptor.informationOf(declaration.getKeyTypeDescriptor()),
                TypeDescriptor.informationOf(declaration.getValueTypeDescriptor()));
    }

    // ------------------------------------------------------------------------------------ as classic functions name it

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
