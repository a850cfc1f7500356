package io.tidemark.worker.operator;

import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.Source;
import io.tidemark.api.connector.SourceSplit;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.FilterFunction;
import io.tidemark.api.function.FlatMapFunction;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.MapFunction;
import io.tidemark.api.function.ProcessFunction;
import io.tidemark.api.function.ReduceFunction;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.worker.async.AsyncWaitOperator;
import io.tidemark.worker.compiled.ClassCopies;
import io.tidemark.worker.connect.ConnectOperator;
import io.tidemark.worker.eventtime.TimestampsOperator;
import io.tidemark.worker.join.IntervalJoinOperator;
import io.tidemark.worker.source.SourceEnumeratorOperator;
import io.tidemark.worker.source.SourceReaderOperator;
import io.tidemark.worker.stream.StreamProcessOperator;
import io.tidemark.worker.window.WindowOperators;
import java.lang.invoke.MethodHandles;
import java.util.List;

/** Makes operators from their descriptions. */
public final class BuiltInOperators {
    private static final ClassCopies<Operator> MAPS = copies(MapOperator.class, MapFunction.class);
    private static final ClassCopies<Operator> FILTERS = copies(FilterOperator.class, FilterFunction.class);
    private static final ClassCopies<Operator> FLAT_MAPS = copies(FlatMapOperator.class, FlatMapFunction.class);

    private BuiltInOperators() {}

    private static ClassCopies<Operator> copies(Class<? extends Operator> operator, Class<?> function) {
        return ClassCopies.of(MethodHandles.lookup(), Operator.class, operator, function);
    }

    /** Each class of functions has operators of its own class. */
    private static Operator copied(ClassCopies<Operator> operators, Object function) {
        return operators.create(function.getClass(), function);
    }

    /**
     * A new operator.
     *
     * @param keys by input ordinal; null for an input that is not keyed
     */
    public static Operator create(OperatorSpec spec, List<KeySpec<Object, Object>> keys) {
        return switch (spec.kind()) {
            case SOURCE_ENUMERATOR -> enumerator((OperatorSpec.SourceEnumeratorSpec) spec);
            case SOURCE_READER -> reader((OperatorSpec.SourceReaderSpec) spec);
            case TIMESTAMPS ->
                new TimestampsOperator(
                        erased(((OperatorSpec.TimestampsSpec) spec).watermarks(), WatermarkStrategy.class));
            case MAP -> copied(MAPS, erased(((OperatorSpec.MapSpec) spec).function(), MapFunction.class));
            case FILTER -> copied(FILTERS, erased(((OperatorSpec.FilterSpec) spec).function(), FilterFunction.class));
            case FLAT_MAP ->
                copied(FLAT_MAPS, erased(((OperatorSpec.FlatMapSpec) spec).function(), FlatMapFunction.class));
            case PROCESS ->
                new ProcessOperator(erased(((OperatorSpec.ProcessSpec) spec).function(), ProcessFunction.class));
            case KEYED_PROCESS ->
                new KeyedProcessOperator(
                        erased(((OperatorSpec.KeyedProcessSpec) spec).function(), KeyedProcessFunction.class));
            case STREAM_PROCESS -> new StreamProcessOperator(((OperatorSpec.StreamProcessSpec) spec).function());
            case CONNECT -> new ConnectOperator((OperatorSpec.ConnectSpec) spec);
            case INTERVAL_JOIN -> new IntervalJoinOperator((OperatorSpec.IntervalJoinSpec) spec);
            case ASYNC -> new AsyncWaitOperator((OperatorSpec.AsyncSpec) spec);
            case KEYED_REDUCE -> reduce((OperatorSpec.KeyedReduceSpec) spec);
            case WINDOW ->
                WindowOperators.create(
                        (OperatorSpec.WindowSpec) spec, keys.get(0).serializer());
            case SINK -> new SinkOperator(erased(((OperatorSpec.SinkSpec) spec).sink(), Sink.class));
            case CUSTOM -> ((OperatorSpec.CustomSpec) spec).factory().create();
        };
    }

    private static Operator enumerator(OperatorSpec.SourceEnumeratorSpec spec) {
        Source<Object, SourceSplit> source = erased(spec.source(), Source.class);
        return new SourceEnumeratorOperator(source, spec.readerParallelism());
    }

    private static Operator reader(OperatorSpec.SourceReaderSpec spec) {
        Source<Object, SourceSplit> source = erased(spec.source(), Source.class);
        WatermarkStrategy<Object> watermarks = erased(spec.watermarks(), WatermarkStrategy.class);
        return new SourceReaderOperator(source, watermarks);
    }

    private static Operator reduce(OperatorSpec.KeyedReduceSpec spec) {
        ReduceFunction<Object> function = erased(spec.function(), ReduceFunction.class);
        TypeSerializer<Object> serializer = erased(spec.valueSerializer(), TypeSerializer.class);
        return new KeyedReduceOperator(function, serializer);
    }

    /** The planner checked the types; here all records are objects. */
    @SuppressWarnings("unchecked")
    private static <T> T erased(Object part, Class<?> type) {
        return (T) type.cast(part);
    }
}
