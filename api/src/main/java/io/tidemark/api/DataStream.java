package io.tidemark.api;

import io.tidemark.api.connector.Sink;
import io.tidemark.api.eventtime.EventTimeWatermarkFunction;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.FilterFunction;
import io.tidemark.api.function.FlatMapFunction;
import io.tidemark.api.function.KeySelector;
import io.tidemark.api.function.MapFunction;
import io.tidemark.api.function.OneInputStreamProcessFunction;
import io.tidemark.api.function.Partitioner;
import io.tidemark.api.function.ProcessFunction;
import io.tidemark.api.function.StreamProcessFunction;
import io.tidemark.api.function.TwoInputBroadcastStreamProcessFunction;
import io.tidemark.api.function.TwoInputNonBroadcastStreamProcessFunction;
import io.tidemark.api.function.TwoOutputStreamProcessFunction;
import io.tidemark.api.operator.CustomPartitioner;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.type.InvalidTypesException;
import io.tidemark.api.type.Tuple;
import io.tidemark.api.type.TypeExtractor;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.window.GlobalWindow;
import io.tidemark.api.window.Window;
import io.tidemark.api.window.WindowAssigner;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A stream of records, as a place in the plan. Every method that returns a stream leaves this one as it is, so a stream
 * may be used any number of times; each use gets all its records.
 *
 * <p>Functions become part of the plan and must be serialisable. Where the type of the results cannot be found by
 * reflection, as with most lambdas that return a generic type, give it with {@link SingleOutputStreamOperator#returns}.
 *
 * @param <T> type of the records
 */
public class DataStream<T> {
    private final StreamExecutionEnvironment environment;
    private final List<Port> ports;

    DataStream(StreamExecutionEnvironment environment, List<Port> ports) {
        this.environment = environment;
        this.ports = List.copyOf(ports);
    }

    public StreamExecutionEnvironment getExecutionEnvironment() {
        return environment;
    }

    /**
     * Type of the records.
     *
     * @throws InvalidTypesException when it is not known, saying what to write
     */
    @SuppressWarnings("unchecked")
    public TypeInformation<T> getType() {
        return (TypeInformation<T>) PlanBuilder.commonType(ports, "union");
    }

    /** Number of subtasks that produce it; of a union, the largest. */
    public int getParallelism() {
        return ports.stream()
                .mapToInt(port -> port.vertex().parallelism())
                .max()
                .orElseThrow();
    }

    List<Port> ports() {
        return ports;
    }

    /** How the input of the next operator is keyed; null if it is not. */
    KeySpec<?, ?> keySpec() {
        return null;
    }

    /** The type of its keys; null when it is not keyed. */
    TypeInformation<?> keyType() {
        return null;
    }

    /** Makes one record from each. */
    public <R> SingleOutputStreamOperator<R> map(MapFunction<T, R> mapper) {
        return then("Map", new OperatorSpec.MapSpec(mapper), outputOf(mapper, MapFunction.class, 1, "map"));
    }

    /** Makes one record from each, of this type. */
    public <R> SingleOutputStreamOperator<R> map(MapFunction<T, R> mapper, TypeInformation<R> outputType) {
        return then("Map", new OperatorSpec.MapSpec(mapper), OutputType.of(outputType));
    }

    /** Keeps the records for which the function says true. */
    public SingleOutputStreamOperator<T> filter(FilterFunction<T> filter) {
        return then("Filter", new OperatorSpec.FilterSpec(filter), sameType());
    }

    /** Makes any number of records from each. */
    public <R> SingleOutputStreamOperator<R> flatMap(FlatMapFunction<T, R> flatMapper) {
        return then(
                "Flat Map",
                new OperatorSpec.FlatMapSpec(flatMapper),
                outputOf(flatMapper, FlatMapFunction.class, 1, "flatMap"));
    }

    /** Makes any number of records from each, of this type. */
    public <R> SingleOutputStreamOperator<R> flatMap(FlatMapFunction<T, R> flatMapper, TypeInformation<R> outputType) {
        return then("Flat Map", new OperatorSpec.FlatMapSpec(flatMapper), OutputType.of(outputType));
    }

    /** Handles record by record, with side outputs and the clocks. */
    public <R> SingleOutputStreamOperator<R> process(ProcessFunction<T, R> processFunction) {
        return then(
                "Process",
                new OperatorSpec.ProcessSpec(processFunction),
                outputOf(processFunction, ProcessFunction.class, 1, "process"));
    }

    /** Handles record by record, with side outputs and the clocks; results of this type. */
    public <R> SingleOutputStreamOperator<R> process(
            ProcessFunction<T, R> processFunction, TypeInformation<R> outputType) {
        return then("Process", new OperatorSpec.ProcessSpec(processFunction), OutputType.of(outputType));
    }

    /** Handles record by record; on a keyed stream with state and timers. */
    @SuppressWarnings("unchecked")
    public <OUT> SingleOutputStreamOperator<OUT> process(OneInputStreamProcessFunction<T, OUT> processFunction) {
        if (processFunction instanceof EventTimeWatermarkFunction<?> eventTime) {
            // Its records are those of this stream, so OUT is T.
            return (SingleOutputStreamOperator<OUT>)
                    assignTimestampsAndWatermarks(((EventTimeWatermarkFunction<T>) eventTime).strategy());
        }
        DeclaredStates.check("process (" + CallSite.current() + ")", processFunction, keySpec() != null);
        return then(
                "Process",
                new OperatorSpec.StreamProcessSpec(processFunction),
                outputOf(processFunction, OneInputStreamProcessFunction.class, 1, "process"));
    }

    /** Handles record by record, with two outputs; on a keyed stream with state and timers. */
    public <OUT1, OUT2> TwoOutputStreams<OUT1, OUT2> process(
            TwoOutputStreamProcessFunction<T, OUT1, OUT2> processFunction) {
        DeclaredStates.check("process (" + CallSite.current() + ")", processFunction, keySpec() != null);
        SingleOutputStreamOperator<OUT1> first = then(
                "Process",
                new OperatorSpec.StreamProcessSpec(processFunction),
                outputOf(processFunction, TwoOutputStreamProcessFunction.class, 1, "process"));
        return new TwoOutputStreams<>(
                first, outputOf(processFunction, TwoOutputStreamProcessFunction.class, 2, "process"));
    }

    /**
     * Handles the records of this stream and of another one in one function. Both are keyed, by keys of one type, or neither
     * is.
     *
     * @throws InvalidPlanException when only one is keyed, or the keys are of two types
     */
    public <T_OTHER, OUT> SingleOutputStreamOperator<OUT> connectAndProcess(
            DataStream<T_OTHER> other, TwoInputNonBroadcastStreamProcessFunction<T, T_OTHER, OUT> processFunction) {
        String where = "connectAndProcess (" + CallSite.current() + ")";
        if ((keySpec() == null) != (other.keySpec() == null)) {
            throw new InvalidPlanException(
                    where + ": one of the two streams is keyed and the other is not. Call keyBy on"
                            + " both, or on neither.");
        }
        if (keySpec() != null && !keyType().equals(other.keyType())) {
            throw new InvalidPlanException(where + ": the keys of the two streams are of two types, " + keyType()
                    + " and " + other.keyType() + ". Key both by the same.");
        }
        return connect(
                other,
                processFunction,
                outputOf(processFunction, TwoInputNonBroadcastStreamProcessFunction.class, 2, where));
    }

    /** Handles the records of this stream, and in every subtask all records of another one, in one function. */
    public <T_OTHER, OUT> SingleOutputStreamOperator<OUT> connectAndProcess(
            BroadcastStream<T_OTHER> other, TwoInputBroadcastStreamProcessFunction<T, T_OTHER, OUT> processFunction) {
        return connect(
                other,
                processFunction,
                outputOf(processFunction, TwoInputBroadcastStreamProcessFunction.class, 2, "connectAndProcess"));
    }

    private <OUT> SingleOutputStreamOperator<OUT> connect(
            DataStream<?> other, StreamProcessFunction function, OutputType<OUT> type) {
        if (other.environment != environment) {
            throw new InvalidPlanException(
                    "connectAndProcess (" + CallSite.current() + "): the streams are of two different environments");
        }
        DeclaredStates.check("connectAndProcess (" + CallSite.current() + ")", function, keySpec() != null);
        PlanVertex vertex = environment.add(
                "Connect and Process",
                new OperatorSpec.StreamProcessSpec(function),
                List.of(new PlanVertex.Input(ports, keySpec()), new PlanVertex.Input(other.ports, other.keySpec())),
                type);
        return new SingleOutputStreamOperator<>(environment, vertex, type);
    }

    /** This stream and another one, for a function that handles the records of both. */
    public <R> ConnectedStreams<T, R> connect(DataStream<R> dataStream) {
        return new ConnectedStreams<>(this, dataStream);
    }

    /** This stream and another one of which every subtask gets all records, for a function that handles both. */
    public <R> BroadcastConnectedStream<T, R> connect(BroadcastStream<R> broadcastStream) {
        return new BroadcastConnectedStream<>(this, broadcastStream);
    }

    /** Groups all records into windows, without keys; one subtask has them all. */
    public <W extends Window> AllWindowedStream<T, W> windowAll(WindowAssigner<? super T, W> assigner) {
        return AllWindowedStream.of(this, stream -> stream.window(assigner));
    }

    /** A window of each so many records, without keys; what is left at the end of input is in none. */
    public AllWindowedStream<T, GlobalWindow> countWindowAll(long size) {
        return AllWindowedStream.of(this, stream -> stream.countWindow(size));
    }

    /** At each {@code slide} records a window of the last {@code size} ones, without keys. */
    public AllWindowedStream<T, GlobalWindow> countWindowAll(long size, long slide) {
        return AllWindowedStream.of(this, stream -> stream.countWindow(size, slide));
    }

    /** Pairs the records of this stream with those of another one that have the same key and are in the same window. */
    public <T2> JoinedStreams<T, T2> join(DataStream<T2> otherStream) {
        return new JoinedStreams<>(this, otherStream);
    }

    /** Brings together all records of this stream and of another one that have the same key and are in the same window. */
    public <T2> CoGroupedStreams<T, T2> coGroup(DataStream<T2> otherStream) {
        return new CoGroupedStreams<>(this, otherStream);
    }

    /** Gives the records new timestamps and makes new watermarks; those of the source end here. */
    public SingleOutputStreamOperator<T> assignTimestampsAndWatermarks(WatermarkStrategy<T> strategy) {
        return then("Timestamps/Watermarks", new OperatorSpec.TimestampsSpec(strategy), sameType());
    }

    /**
     * The same records, all those of a key in one subtask, which keeps state and timers by key.
     *
     * @throws InvalidTypesException when the type of the key is not known, saying what to write
     * @throws InvalidPlanException when values of that type cannot be keys, saying why
     */
    public <K> KeyedStream<T, K> keyBy(KeySelector<T, K> key) {
        return keyBy(key, PairedKeys.keyTypeOf(key, "keyBy"));
    }

    /**
     * The same records, all those of a key in one subtask, which keeps state and timers by key.
     *
     * @throws InvalidPlanException when values of the key's type cannot be keys, saying why
     */
    public <K> KeyedStream<T, K> keyBy(KeySelector<T, K> key, TypeInformation<K> keyType) {
        Objects.requireNonNull(key, "key");
        keyType.whyNotKey().ifPresent(why -> {
            throw new InvalidPlanException("keyBy (" + CallSite.current() + "): values of type " + keyType
                    + " cannot be keys: " + why + ". Select a string, a number, an enum, or a record, tuple or POJO of"
                    + " such instead.");
        });
        return new KeyedStream<>(this, new KeySpec<>(key, keyType.createSerializer()), keyType);
    }

    /**
     * The same records, all those with the same fields at these positions in one subtask. The key is a tuple of them.
     *
     * @throws InvalidPlanException when the records are no tuples, or have no such field
     */
    public KeyedStream<T, Tuple> keyBy(int... fields) {
        return keyBy(FieldKeys.at(getType(), fields));
    }

    /**
     * The same records, all those with the same fields of these names in one subtask. The key is a tuple of them. A selector is
     * faster, and the compiler knows its type.
     *
     * @param fields of a tuple, record or POJO; {@code a.b} is field b of what is in field a
     * @throws InvalidPlanException when there is none of a name, naming the nearest
     */
    public KeyedStream<T, Tuple> keyBy(String... fields) {
        return keyBy(FieldKeys.named(getType(), fields));
    }

    private KeyedStream<T, Tuple> keyBy(FieldKeys<T> keys) {
        return keyBy(keys, keys.keyType());
    }

    /** The records of all these streams. A stream that is given twice counts twice. */
    @SafeVarargs
    public final DataStream<T> union(DataStream<T>... streams) {
        List<Port> all = new ArrayList<>(ports);
        for (DataStream<T> stream : streams) {
            if (stream.environment != environment) {
                throw new InvalidPlanException(
                        "union (" + CallSite.current() + "): the streams are of two different environments");
            }
            all.addAll(stream.ports);
        }
        return new DataStream<>(environment, all);
    }

    /** The same records, handed on from subtask to subtask; the next operator must have the same parallelism. */
    public DataStream<T> forward() {
        return spread(Partitioning.FORWARD, null);
    }

    /** The same records, dealt out in turn to the subtasks of the next operator. */
    public DataStream<T> rebalance() {
        return spread(Partitioning.REBALANCE, null);
    }

    /** As {@link #rebalance}, which spreads at least as evenly as chance; here so that jobs port. */
    public DataStream<T> shuffle() {
        return rebalance();
    }

    /** As {@link #rebalance}; here so that jobs port. */
    public DataStream<T> rescale() {
        return rebalance();
    }

    /** The same records, each to every subtask of the next operator. */
    public BroadcastStream<T> broadcast() {
        return new BroadcastStream<>(this, List.of());
    }

    /**
     * The same records, each to every subtask of the next operator, which keeps what they say in these states. Connect another
     * stream with it and process the two with a {@code BroadcastProcessFunction} or {@code KeyedBroadcastProcessFunction}.
     *
     * @throws IllegalArgumentException when two have one name
     */
    public BroadcastStream<T> broadcast(MapStateDescriptor<?, ?>... broadcastStateDescriptors) {
        List<MapStateDescriptor<?, ?>> states = List.of(broadcastStateDescriptors);
        if (states.stream().map(MapStateDescriptor::getName).distinct().count() < states.size()) {
            throw new IllegalArgumentException("broadcast (" + CallSite.current() + "): two states of one name among "
                    + states + ". Give each its own.");
        }
        return new BroadcastStream<>(this, states);
    }

    /** The same records, all to the first subtask of the next operator. */
    public DataStream<T> global() {
        return partitionCustom((key, numPartitions) -> 0, value -> 0);
    }

    /** The same records, each to the subtask of the next operator that the partitioner chooses by the key. */
    public <K> DataStream<T> partitionCustom(Partitioner<K> partitioner, KeySelector<T, K> key) {
        return spread(
                Partitioning.CUSTOM,
                new CustomPartitioner<>(
                        Objects.requireNonNull(partitioner, "partitioner"), Objects.requireNonNull(key, "key")));
    }

    /** Ends the stream in a sink. */
    public DataStreamSink<T> sinkTo(Sink<T> sink) {
        Objects.requireNonNull(sink, "sink");
        Class<?> sinkClass = sink.getClass();
        boolean isNameless = sinkClass.isHidden() || sinkClass.isSynthetic() || sinkClass.isAnonymousClass();
        PlanVertex vertex = environment.add(
                isNameless ? "Sink" : "Sink: " + sinkClass.getSimpleName(),
                new OperatorSpec.SinkSpec(sink),
                List.of(new PlanVertex.Input(ports, keySpec())),
                null);
        return new DataStreamSink<>(vertex);
    }

    /**
     * Prints each record as a line on the standard output of the process it reaches: in a cluster that is the worker's
     * log, in a program that runs its job itself its own output. After a failure records are printed again.
     */
    public DataStreamSink<T> print() {
        return print("");
    }

    /** As {@link #print()}, with a name before each line. */
    public DataStreamSink<T> print(String name) {
        return sinkTo(new PrintedLines<T>(Objects.requireNonNull(name, "name"))).name("Print");
    }

    private DataStream<T> spread(Partitioning partitioning, Object partitioner) {
        return new DataStream<>(environment, portsSpread(port -> port.spread(partitioning, partitioner)));
    }

    final List<Port> portsSpread(UnaryOperator<Port> change) {
        return ports.stream().map(change).toList();
    }

    /** Adds an operator with this stream as its only input. */
    final <R> SingleOutputStreamOperator<R> then(String name, OperatorSpec spec, OutputType<R> type) {
        PlanVertex vertex = environment.add(name, spec, List.of(new PlanVertex.Input(ports, keySpec())), type);
        return new SingleOutputStreamOperator<>(environment, vertex, type);
    }

    /** The type of this stream for an operator that does not change it. */
    final OutputType<T> sameType() {
        return OutputType.later(this::getType);
    }

    static <R> OutputType<R> outputOf(Object function, Class<?> functionInterface, int index, String method) {
        Objects.requireNonNull(function, method);
        String where = method + " (" + CallSite.current() + ")";
        return OutputType.later(() -> TypeExtractor.outputOf(function, functionInterface, index, where));
    }
}
