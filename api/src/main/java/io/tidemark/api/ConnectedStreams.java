package io.tidemark.api;

import io.tidemark.api.function.CoFlatMapFunction;
import io.tidemark.api.function.CoMapFunction;
import io.tidemark.api.function.CoProcessFunction;
import io.tidemark.api.function.Function;
import io.tidemark.api.function.KeySelector;
import io.tidemark.api.function.KeyedCoProcessFunction;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.type.Tuple;
import io.tidemark.api.type.TypeInformation;
import java.util.List;

/**
 * Two streams, of different types maybe, whose records one function handles. It is called for one record at a time, of one or
 * the other; the records of each stream stay in order, but nothing is promised on how the two meet. Event time is that of the
 * stream that is less far.
 *
 * <p>When both are keyed, by keys of one type, the function may keep state by key, which both streams see.
 *
 * @param <IN1> type of the records of the first stream
 * @param <IN2> type of the records of the second stream
 */
public class ConnectedStreams<IN1, IN2> {
    private final DataStream<IN1> first;
    private final DataStream<IN2> second;

    ConnectedStreams(DataStream<IN1> first, DataStream<IN2> second) {
        if (first.getExecutionEnvironment() != second.getExecutionEnvironment()) {
            throw new InvalidPlanException(
                    "connect (" + CallSite.current() + "): the streams are of two different environments");
        }
        this.first = first;
        this.second = second;
    }

    public StreamExecutionEnvironment getExecutionEnvironment() {
        return first.getExecutionEnvironment();
    }

    public DataStream<IN1> getFirstInput() {
        return first;
    }

    public DataStream<IN2> getSecondInput() {
        return second;
    }

    /** Type of the records of the first stream. */
    public TypeInformation<IN1> getType1() {
        return first.getType();
    }

    /** Type of the records of the second stream. */
    public TypeInformation<IN2> getType2() {
        return second.getType();
    }

    /** Both streams keyed, each by its own selector, so that records of one key meet. */
    public <KEY> ConnectedStreams<IN1, IN2> keyBy(
            KeySelector<IN1, KEY> keySelector1, KeySelector<IN2, KEY> keySelector2) {
        return new ConnectedStreams<>(first.keyBy(keySelector1), second.keyBy(keySelector2));
    }

    /** Both streams keyed, each by its own selector, so that records of one key meet; keys of this type. */
    public <KEY> ConnectedStreams<IN1, IN2> keyBy(
            KeySelector<IN1, KEY> keySelector1, KeySelector<IN2, KEY> keySelector2, TypeInformation<KEY> keyType) {
        return new ConnectedStreams<>(first.keyBy(keySelector1, keyType), second.keyBy(keySelector2, keyType));
    }

    /** As {@link #keyBy(int[], int[])}, by one field of either. */
    public ConnectedStreams<IN1, IN2> keyBy(int keyPosition1, int keyPosition2) {
        return keyBy(new int[] {keyPosition1}, new int[] {keyPosition2});
    }

    /**
     * Both streams keyed, each by the fields at these positions of its tuples, so that records of one key meet. The key is a tuple
     * of them.
     *
     * @throws InvalidPlanException when records are no tuples, or the fields of the two are not of the same types
     */
    public ConnectedStreams<IN1, IN2> keyBy(int[] keyPositions1, int[] keyPositions2) {
        return keyedAlike(first.keyBy(keyPositions1), second.keyBy(keyPositions2));
    }

    /** As {@link #keyBy(String[], String[])}, by one field of either. */
    public ConnectedStreams<IN1, IN2> keyBy(String field1, String field2) {
        return keyBy(new String[] {field1}, new String[] {field2});
    }

    /**
     * Both streams keyed, each by the fields of these names, so that records of one key meet. The key is a tuple of them.
     *
     * @param fields1 of a tuple, record or POJO; {@code a.b} is field b of what is in field a
     * @throws InvalidPlanException when there is none of a name, or the fields of the two are not of the same types
     */
    public ConnectedStreams<IN1, IN2> keyBy(String[] fields1, String[] fields2) {
        return keyedAlike(first.keyBy(fields1), second.keyBy(fields2));
    }

    private static <A, B> ConnectedStreams<A, B> keyedAlike(KeyedStream<A, Tuple> first, KeyedStream<B, Tuple> second) {
        ConnectedStreams<A, B> keyed = new ConnectedStreams<>(first, second);
        keyed.checkKeysAreAlike("keyBy");
        return keyed;
    }

    /** Makes one record from each. */
    public <R> SingleOutputStreamOperator<R> map(CoMapFunction<IN1, IN2, R> coMapper) {
        return connect("Co-Map", coMapper, DataStream.outputOf(coMapper, CoMapFunction.class, 2, "map"));
    }

    /** Makes one record from each, of this type. */
    public <R> SingleOutputStreamOperator<R> map(CoMapFunction<IN1, IN2, R> coMapper, TypeInformation<R> outputType) {
        return connect("Co-Map", coMapper, OutputType.of(outputType));
    }

    /** Makes any number of records from each. */
    public <R> SingleOutputStreamOperator<R> flatMap(CoFlatMapFunction<IN1, IN2, R> coFlatMapper) {
        return connect(
                "Co-Flat Map", coFlatMapper, DataStream.outputOf(coFlatMapper, CoFlatMapFunction.class, 2, "flatMap"));
    }

    /** Makes any number of records from each, of this type. */
    public <R> SingleOutputStreamOperator<R> flatMap(
            CoFlatMapFunction<IN1, IN2, R> coFlatMapper, TypeInformation<R> outputType) {
        return connect("Co-Flat Map", coFlatMapper, OutputType.of(outputType));
    }

    /** Handles record by record, with side outputs and the clocks; with state and timers when both streams are keyed. */
    public <R> SingleOutputStreamOperator<R> process(CoProcessFunction<IN1, IN2, R> coProcessFunction) {
        return connect(
                "Co-Process",
                coProcessFunction,
                DataStream.outputOf(coProcessFunction, CoProcessFunction.class, 2, "process"));
    }

    /** As {@link #process(CoProcessFunction)}, with results of this type. */
    public <R> SingleOutputStreamOperator<R> process(
            CoProcessFunction<IN1, IN2, R> coProcessFunction, TypeInformation<R> outputType) {
        return connect("Co-Process", coProcessFunction, OutputType.of(outputType));
    }

    /**
     * Handles record by record, with side outputs, timers and state.
     *
     * @throws InvalidPlanException when the streams are not both keyed
     */
    public <K, R> SingleOutputStreamOperator<R> process(KeyedCoProcessFunction<K, IN1, IN2, R> keyedCoProcessFunction) {
        return keyed(
                keyedCoProcessFunction,
                DataStream.outputOf(keyedCoProcessFunction, KeyedCoProcessFunction.class, 3, "process"));
    }

    /** As {@link #process(KeyedCoProcessFunction)}, with results of this type. */
    public <K, R> SingleOutputStreamOperator<R> process(
            KeyedCoProcessFunction<K, IN1, IN2, R> keyedCoProcessFunction, TypeInformation<R> outputType) {
        return keyed(keyedCoProcessFunction, OutputType.of(outputType));
    }

    private <R> SingleOutputStreamOperator<R> keyed(Function function, OutputType<R> type) {
        if (first.keySpec() == null || second.keySpec() == null) {
            throw new InvalidPlanException("process (" + CallSite.current()
                    + "): a KeyedCoProcessFunction needs two keyed streams. Call keyBy(selector1, selector2) on what"
                    + " connect gives, or pass a CoProcessFunction.");
        }
        return connect("Keyed Co-Process", function, type);
    }

    /** Adds an interval join. */
    <R> SingleOutputStreamOperator<R> join(OperatorSpec.IntervalJoinSpec spec, OutputType<R> type) {
        checkKeysAreAlike("intervalJoin");
        return add("Interval Join", spec, first.keySpec(), second.keySpec(), type);
    }

    private void checkKeysAreAlike(String method) {
        if (!first.keyType().equals(second.keyType())) {
            throw new InvalidPlanException(
                    method + " (" + CallSite.current() + "): the keys of the two streams are of two types, "
                            + first.keyType() + " and " + second.keyType() + ". Key both by the same.");
        }
    }

    private <R> SingleOutputStreamOperator<R> connect(String name, Function function, OutputType<R> type) {
        boolean isKeyed = first.keySpec() != null && second.keySpec() != null;
        if (isKeyed) {
            checkKeysAreAlike("connect");
        }
        return add(
                name,
                new OperatorSpec.ConnectSpec(function, List.of()),
                isKeyed ? first.keySpec() : null,
                isKeyed ? second.keySpec() : null,
                type);
    }

    /** Adds an operator with the two as its inputs. */
    final <R> SingleOutputStreamOperator<R> add(
            String name, OperatorSpec spec, KeySpec<?, ?> firstKey, KeySpec<?, ?> secondKey, OutputType<R> type) {
        PlanVertex vertex = getExecutionEnvironment()
                .add(
                        name,
                        spec,
                        List.of(
                                new PlanVertex.Input(first.ports(), firstKey),
                                new PlanVertex.Input(second.ports(), secondKey)),
                        type);
        return new SingleOutputStreamOperator<>(getExecutionEnvironment(), vertex, type);
    }

    /** Adds a function that keeps broadcast states; the first stream's keys count. */
    final <R> SingleOutputStreamOperator<R> addBroadcast(
            String name, Function function, List<MapStateDescriptor<?, ?>> states, OutputType<R> type) {
        return add(name, new OperatorSpec.ConnectSpec(function, states), first.keySpec(), null, type);
    }
}
