package io.tidemark.api;

import io.tidemark.api.function.KeySelector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.ReduceFunction;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.window.Window;
import io.tidemark.api.window.WindowAssigner;
import java.util.Objects;

/**
 * A stream in which all records of a key go to one subtask. The operator that follows may keep state and timers by key.
 *
 * @param <T> type of the records
 * @param <K> type of the key
 */
public final class KeyedStream<T, K> extends DataStream<T> {
    private final KeySpec<T, K> keySpec;
    private final TypeInformation<K> keyType;

    KeyedStream(DataStream<T> stream, KeySpec<T, K> keySpec, TypeInformation<K> keyType) {
        super(stream.getExecutionEnvironment(), stream.portsSpread(port -> port.spread(Partitioning.HASH, keySpec)));
        this.keySpec = keySpec;
        this.keyType = keyType;
    }

    @Override
    KeySpec<T, K> keySpec() {
        return keySpec;
    }

    @Override
    TypeInformation<K> keyType() {
        return keyType;
    }

    public KeySelector<T, K> getKeySelector() {
        return keySpec.selector();
    }

    public TypeInformation<K> getKeyType() {
        return keyType;
    }

    /** Handles record by record, with side outputs, timers and state. */
    public <R> SingleOutputStreamOperator<R> process(KeyedProcessFunction<K, T, R> function) {
        return then(
                "Keyed Process",
                new OperatorSpec.KeyedProcessSpec(function),
                outputOf(function, KeyedProcessFunction.class, 2, "process"));
    }

    /** Handles record by record, with side outputs, timers and state; results of this type. */
    public <R> SingleOutputStreamOperator<R> process(
            KeyedProcessFunction<K, T, R> function, TypeInformation<R> outputType) {
        return then("Keyed Process", new OperatorSpec.KeyedProcessSpec(function), OutputType.of(outputType));
    }

    /** Combines each record with what the key had so far, and emits the new value each time. */
    public SingleOutputStreamOperator<T> reduce(ReduceFunction<T> reducer) {
        return reduce("Keyed Reduce", reducer);
    }

    private SingleOutputStreamOperator<T> reduce(String name, ReduceFunction<T> reducer) {
        Objects.requireNonNull(reducer, "reducer");
        TypeInformation<T> type = getType();
        return then(name, new OperatorSpec.KeyedReduceSpec(reducer, type.createSerializer()), OutputType.of(type));
    }

    /**
     * Adds a field up over the records of the key. The other fields are those of the first record.
     *
     * @param position of the field in a tuple, from 0; 0 for the records themselves if they are numbers
     */
    public SingleOutputStreamOperator<T> sum(int position) {
        return reduce("Keyed Sum", FieldReduce.sum(getType(), FieldReduce.nameOf(position)));
    }

    /**
     * Adds a field up over the records of the key. The other fields are those of the first record.
     *
     * @param field name of a field of a tuple, record or POJO
     */
    public SingleOutputStreamOperator<T> sum(String field) {
        return reduce("Keyed Sum", FieldReduce.sum(getType(), field));
    }

    /** The smallest value of a field over the records of the key. The other fields are those of the first record. */
    public SingleOutputStreamOperator<T> min(int position) {
        return reduce("Keyed Min", FieldReduce.min(getType(), FieldReduce.nameOf(position)));
    }

    /** The smallest value of a field over the records of the key. The other fields are those of the first record. */
    public SingleOutputStreamOperator<T> min(String field) {
        return reduce("Keyed Min", FieldReduce.min(getType(), field));
    }

    /** The largest value of a field over the records of the key. The other fields are those of the first record. */
    public SingleOutputStreamOperator<T> max(int position) {
        return reduce("Keyed Max", FieldReduce.max(getType(), FieldReduce.nameOf(position)));
    }

    /** The largest value of a field over the records of the key. The other fields are those of the first record. */
    public SingleOutputStreamOperator<T> max(String field) {
        return reduce("Keyed Max", FieldReduce.max(getType(), field));
    }

    /** The record with the smallest value of a field, the first of several. */
    public SingleOutputStreamOperator<T> minBy(int position) {
        return reduce("Keyed Min By", FieldReduce.minBy(getType(), FieldReduce.nameOf(position)));
    }

    /** The record with the smallest value of a field, the first of several. */
    public SingleOutputStreamOperator<T> minBy(String field) {
        return reduce("Keyed Min By", FieldReduce.minBy(getType(), field));
    }

    /** The record with the largest value of a field, the first of several. */
    public SingleOutputStreamOperator<T> maxBy(int position) {
        return reduce("Keyed Max By", FieldReduce.maxBy(getType(), FieldReduce.nameOf(position)));
    }

    /** The record with the largest value of a field, the first of several. */
    public SingleOutputStreamOperator<T> maxBy(String field) {
        return reduce("Keyed Max By", FieldReduce.maxBy(getType(), field));
    }

    /** Groups the records of each key into windows. */
    public <W extends Window> WindowedStream<T, K, W> window(WindowAssigner<? super T, W> assigner) {
        return new WindowedStream<>(this, Objects.requireNonNull(assigner, "assigner"));
    }
}
