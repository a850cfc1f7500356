package io.tidemark.api.state;

import io.tidemark.api.state.ListStateDeclaration.RedistributionStrategy;
import io.tidemark.api.state.StateDeclaration.RedistributionMode;
import io.tidemark.api.type.TypeDescriptor;
import java.util.Objects;

/**
 * Where declarations of states begin.
 *
 * <pre>{@code
 * static final ValueStateDeclaration<Long> COUNT = StateDeclarations.valueState("count", TypeDescriptors.LONG);
 * }</pre>
 *
 * <p>All methods throw an {@link IllegalArgumentException} when the name is blank.
 */
public final class StateDeclarations {
    private StateDeclarations() {}

    /** A value of each key. */
    public static <T> ValueStateDeclaration<T> valueState(String name, TypeDescriptor<T> type) {
        return valueStateBuilder(name, type).build();
    }

    /** A list of each key. */
    public static <T> ListStateDeclaration<T> listState(String name, TypeDescriptor<T> elementType) {
        return listStateBuilder(name, elementType).build();
    }

    /** A map of each key. */
    public static <K, V> MapStateDeclaration<K, V> mapState(
            String name, TypeDescriptor<K> keyType, TypeDescriptor<V> valueType) {
        return mapStateBuilder(name, keyType, valueType).build();
    }

    /** A value of each key that is made of all that is added to it. */
    public static <T> ReducingStateDeclaration<T> reducingState(
            String name, TypeDescriptor<T> type, Reducer<T> reduceFunction) {
        return reducingStateBuilder(name, type, reduceFunction).build();
    }

    /** An accumulator of each key. */
    public static <IN, ACC, OUT> AggregatingStateDeclaration<IN, ACC, OUT> aggregatingState(
            String name, TypeDescriptor<ACC> accumulatorType, Aggregator<IN, ACC, OUT> aggregateFunction) {
        return aggregatingStateBuilder(name, accumulatorType, aggregateFunction).build();
    }

    /** As {@link #valueState}, in two steps. */
    public static <T> ValueStateDeclarationBuilder<T> valueStateBuilder(String name, TypeDescriptor<T> type) {
        return new ValueStateDeclarationBuilder<>(name, type);
    }

    /** A list of each key, or of the subtask. */
    public static <T> ListStateDeclarationBuilder<T> listStateBuilder(String name, TypeDescriptor<T> elementType) {
        return new ListStateDeclarationBuilder<>(name, elementType);
    }

    /** A map of each key, or one that all subtasks have alike. */
    public static <K, V> MapStateDeclarationBuilder<K, V> mapStateBuilder(
            String name, TypeDescriptor<K> keyType, TypeDescriptor<V> valueType) {
        return new MapStateDeclarationBuilder<>(name, keyType, valueType);
    }

    /** As {@link #reducingState}, in two steps. */
    public static <T> ReducingStateDeclarationBuilder<T> reducingStateBuilder(
            String name, TypeDescriptor<T> type, Reducer<T> reduceFunction) {
        return new ReducingStateDeclarationBuilder<>(name, type, reduceFunction);
    }

    /** As {@link #aggregatingState}, in two steps. */
    public static <IN, OUT, ACC> AggregatingStateDeclarationBuilder<IN, OUT, ACC> aggregatingStateBuilder(
            String name, TypeDescriptor<ACC> accumulatorType, Aggregator<IN, ACC, OUT> aggregateFunction) {
        return new AggregatingStateDeclarationBuilder<>(name, accumulatorType, aggregateFunction);
    }

    private static String checked(String name) {
        if (Objects.requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException("a state needs a name");
        }
        return name;
    }

    // ------------------------------------------------------------------------------------ builders

    /** Declares a value. */
    public static final class ValueStateDeclarationBuilder<T> {
        private final Value<T> declared;

        private ValueStateDeclarationBuilder(String name, TypeDescriptor<T> type) {
            declared = new Value<>(checked(name), Objects.requireNonNull(type, "type"));
        }

        public ValueStateDeclaration<T> build() {
            return declared;
        }
    }

    /** Declares a list. Without more words it is of a key. */
    public static final class ListStateDeclarationBuilder<T> {
        private final String name;
        private final TypeDescriptor<T> type;
        private RedistributionMode mode = RedistributionMode.NONE;
        private RedistributionStrategy strategy = RedistributionStrategy.SPLIT;

        private ListStateDeclarationBuilder(String name, TypeDescriptor<T> type) {
            this.name = checked(name);
            this.type = Objects.requireNonNull(type, "type");
        }

        /** The list is the subtask's, and is dealt out like this. */
        public ListStateDeclarationBuilder<T> redistributeBy(RedistributionStrategy redistributionStrategy) {
            strategy = Objects.requireNonNull(redistributionStrategy, "strategy");
            mode = RedistributionMode.REDISTRIBUTABLE;
            return this;
        }

        /**
         * Whose the list is.
         *
         * @throws IllegalArgumentException for {@code IDENTICAL}, which lists cannot be
         */
        public ListStateDeclarationBuilder<T> redistributeWithMode(RedistributionMode redistributionMode) {
            if (redistributionMode == RedistributionMode.IDENTICAL) {
                throw new IllegalArgumentException("list state \"" + name
                        + "\" cannot be the same on all subtasks; declare a map with buildBroadcast(), or a list with"
                        + " redistributeBy(UNION), of which each subtask gets all elements at a restore");
            }
            mode = Objects.requireNonNull(redistributionMode, "mode");
            return this;
        }

        public ListStateDeclaration<T> build() {
            return new Elements<>(name, type, mode, strategy);
        }
    }

    /** Declares a map. */
    public static final class MapStateDeclarationBuilder<K, V> {
        private final String name;
        private final TypeDescriptor<K> keyType;
        private final TypeDescriptor<V> valueType;

        private MapStateDeclarationBuilder(String name, TypeDescriptor<K> keyType, TypeDescriptor<V> valueType) {
            this.name = checked(name);
            this.keyType = Objects.requireNonNull(keyType, "keyType");
            this.valueType = Objects.requireNonNull(valueType, "valueType");
        }

        /** Of each key. */
        public MapStateDeclaration<K, V> build() {
            return new Entries<>(name, keyType, valueType);
        }

        /** The same on all subtasks. */
        public BroadcastStateDeclaration<K, V> buildBroadcast() {
            return new Spread<>(name, keyType, valueType);
        }
    }

    /** Declares a value that is made of what is added to it. */
    public static final class ReducingStateDeclarationBuilder<T> {
        private final Reduced<T> declared;

        private ReducingStateDeclarationBuilder(String name, TypeDescriptor<T> type, Reducer<T> reduceFunction) {
            declared = new Reduced<>(
                    checked(name),
                    Objects.requireNonNull(type, "type"),
                    Objects.requireNonNull(reduceFunction, "reduceFunction"));
        }

        public ReducingStateDeclaration<T> build() {
            return declared;
        }
    }

    /** Declares an accumulator. */
    public static final class AggregatingStateDeclarationBuilder<IN, OUT, ACC> {
        private final Aggregated<IN, ACC, OUT> declared;

        private AggregatingStateDeclarationBuilder(
                String name, TypeDescriptor<ACC> type, Aggregator<IN, ACC, OUT> aggregateFunction) {
            declared = new Aggregated<>(
                    checked(name),
                    Objects.requireNonNull(type, "type"),
                    Objects.requireNonNull(aggregateFunction, "aggregateFunction"));
        }

        public AggregatingStateDeclaration<IN, ACC, OUT> build() {
            return declared;
        }
    }

    // ------------------------------------------------------------------------------------ what they build

    private interface OfKey extends StateDeclaration {
        @Override
        default RedistributionMode getRedistributionMode() {
            return RedistributionMode.NONE;
        }
    }

    private record Value<T>(String getName, TypeDescriptor<T> getTypeDescriptor)
            implements ValueStateDeclaration<T>, OfKey {
        @Override
        public String toString() {
            return "a value of " + getTypeDescriptor;
        }
    }

    private record Elements<T>(
            String getName,
            TypeDescriptor<T> getTypeDescriptor,
            RedistributionMode getRedistributionMode,
            RedistributionStrategy getRedistributionStrategy)
            implements ListStateDeclaration<T> {
        @Override
        public String toString() {
            String whose = getRedistributionMode == RedistributionMode.NONE
                    ? "of each key"
                    : "of the subtask, redistributed by " + getRedistributionStrategy;
            return "a list of " + getTypeDescriptor + " " + whose;
        }
    }

    private record Entries<K, V>(
            String getName, TypeDescriptor<K> getKeyTypeDescriptor, TypeDescriptor<V> getValueTypeDescriptor)
            implements MapStateDeclaration<K, V>, OfKey {
        @Override
        public String toString() {
            return "a map of " + getKeyTypeDescriptor + " to " + getValueTypeDescriptor;
        }
    }

    /** Two with different instances of a function are the same: a lambda makes one each time it is written. */
    private record Reduced<T>(String getName, TypeDescriptor<T> getTypeDescriptor, Reducer<T> getReduceFunction)
            implements ReducingStateDeclaration<T>, OfKey {
        @Override
        public boolean equals(Object other) {
            return other instanceof Reduced<?> that
                    && getName.equals(that.getName)
                    && getTypeDescriptor.equals(that.getTypeDescriptor);
        }

        @Override
        public int hashCode() {
            return getName.hashCode();
        }

        @Override
        public String toString() {
            return "a reduced value of " + getTypeDescriptor;
        }
    }

    /** As with {@link Reduced}. */
    private record Aggregated<IN, ACC, OUT>(
            String getName, TypeDescriptor<ACC> getTypeDescriptor, Aggregator<IN, ACC, OUT> getAggregateFunction)
            implements AggregatingStateDeclaration<IN, ACC, OUT>, OfKey {
        @Override
        public boolean equals(Object other) {
            return other instanceof Aggregated<?, ?, ?> that
                    && getName.equals(that.getName)
                    && getTypeDescriptor.equals(that.getTypeDescriptor);
        }

        @Override
        public int hashCode() {
            return getName.hashCode();
        }

        @Override
        public String toString() {
            return "an accumulator of " + getTypeDescriptor;
        }
    }

    private record Spread<K, V>(
            String getName, TypeDescriptor<K> getKeyTypeDescriptor, TypeDescriptor<V> getValueTypeDescriptor)
            implements BroadcastStateDeclaration<K, V> {
        @Override
        public RedistributionMode getRedistributionMode() {
            return RedistributionMode.IDENTICAL;
        }

        @Override
        public String toString() {
            return "a broadcast map of " + getKeyTypeDescriptor + " to " + getValueTypeDescriptor;
        }
    }
}
