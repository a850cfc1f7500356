package io.tidemark.api;

import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.function.ReduceFunction;
import io.tidemark.api.function.WindowFunction;
import io.tidemark.api.function.WindowFunctionAdapter;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.type.TypeExtractor;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.Evictor;
import io.tidemark.api.window.MergingWindowAssigner;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.Window;
import io.tidemark.api.window.WindowAssigner;
import java.time.Duration;
import java.util.Objects;

/**
 * The records of each key in windows. Its settings return the same object; an aggregation ends it. Results carry the
 * window's largest timestamp.
 *
 * @param <T> type of the records
 * @param <K> type of the key
 * @param <W> type of the windows
 */
public final class WindowedStream<T, K, W extends Window> {
    private final KeyedStream<T, K> input;
    private final WindowAssigner<? super T, W> assigner;
    private Trigger<? super T, ? super W> trigger;
    private long allowedLatenessMs;
    private OutputTag<T> lateTag;
    private Evictor<? super T, ? super W> evictor;

    WindowedStream(KeyedStream<T, K> input, WindowAssigner<? super T, W> assigner) {
        this.input = input;
        this.assigner = assigner;
    }

    /**
     * Fires by this trigger instead of the assigner's default.
     *
     * @throws UnsupportedOperationException when windows merge, and the trigger cannot follow
     */
    public WindowedStream<T, K, W> trigger(Trigger<? super T, ? super W> newTrigger) {
        Objects.requireNonNull(newTrigger, "trigger");
        if (assigner instanceof MergingWindowAssigner && !newTrigger.canMerge()) {
            throw new UnsupportedOperationException(assigner + " merges windows, and " + newTrigger
                    + " cannot follow that.\nOverride canMerge and onMerge in the trigger, or use another one.");
        }
        this.trigger = newTrigger;
        return this;
    }

    /** Takes records out when a window fires. The window then keeps all its records, also under a reduce or aggregate. */
    public WindowedStream<T, K, W> evictor(Evictor<? super T, ? super W> newEvictor) {
        this.evictor = Objects.requireNonNull(newEvictor, "evictor");
        return this;
    }

    /**
     * Keeps windows for this long after their end in event time; records that come within it make them fire again.
     *
     * @throws IllegalArgumentException when it is negative
     */
    public WindowedStream<T, K, W> allowedLateness(Duration lateness) {
        this.allowedLatenessMs = EventTimeMath.nonNegativeMs("allowed lateness", lateness);
        return this;
    }

    /** Sends records that are too late for every window to this side output instead of dropping and counting them. */
    public WindowedStream<T, K, W> sideOutputLateData(OutputTag<T> tag) {
        this.lateTag = Objects.requireNonNull(tag, "tag");
        return this;
    }

    /** Combines the records of a window, two at a time, as they come. */
    public SingleOutputStreamOperator<T> reduce(ReduceFunction<T> function) {
        TypeInformation<T> type = input.getType();
        return window(
                "Reduce",
                Objects.requireNonNull(function, "function"),
                null,
                null,
                type.createSerializer(),
                OutputType.of(type));
    }

    /** Combines the records of a window as they come, and hands the one value to {@code process} when it fires. */
    public <R> SingleOutputStreamOperator<R> reduce(
            ReduceFunction<T> function, ProcessWindowFunction<T, R, K, W> process) {
        return window(
                "Reduce",
                Objects.requireNonNull(function, "function"),
                null,
                process,
                input.getType().createSerializer(),
                outputOf(process, "reduce"));
    }

    /** Combines the records of a window as they come, and hands the one value to {@code apply} when it fires. */
    public <R> SingleOutputStreamOperator<R> reduce(ReduceFunction<T> function, WindowFunction<T, R, K, W> apply) {
        return window(
                "Reduce",
                Objects.requireNonNull(function, "function"),
                null,
                new WindowFunctionAdapter<>(apply),
                input.getType().createSerializer(),
                outputOf(apply, "reduce"));
    }

    /** Combines the records of a window as they come, and hands the one value on when it fires; results of this type. */
    public <R> SingleOutputStreamOperator<R> reduce(
            ReduceFunction<T> function, ProcessWindowFunction<T, R, K, W> process, TypeInformation<R> resultType) {
        return window(
                "Reduce",
                Objects.requireNonNull(function, "function"),
                null,
                process,
                input.getType().createSerializer(),
                OutputType.of(resultType));
    }

    /** Combines the records of a window as they come, and hands the one value on when it fires; results of this type. */
    public <R> SingleOutputStreamOperator<R> reduce(
            ReduceFunction<T> function, WindowFunction<T, R, K, W> apply, TypeInformation<R> resultType) {
        return reduce(function, new WindowFunctionAdapter<>(apply), resultType);
    }

    /** Adds the records of a window up as they come. */
    public <ACC, R> SingleOutputStreamOperator<R> aggregate(AggregateFunction<T, ACC, R> function) {
        return window(
                "Aggregate",
                null,
                function,
                null,
                accumulatorOf(function).createSerializer(),
                DataStream.outputOf(function, AggregateFunction.class, 2, "aggregate"));
    }

    /** Adds the records of a window up as they come, with these types of accumulator and result. */
    public <ACC, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, R> function,
            TypeInformation<ACC> accumulatorType,
            TypeInformation<R> resultType) {
        return window("Aggregate", null, function, null, accumulatorType.createSerializer(), OutputType.of(resultType));
    }

    /** Adds the records of a window up as they come, and hands the one result to {@code process} when it fires. */
    public <ACC, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, V> function, ProcessWindowFunction<V, R, K, W> process) {
        return window(
                "Aggregate",
                null,
                function,
                process,
                accumulatorOf(function).createSerializer(),
                outputOf(process, "aggregate"));
    }

    /** Adds the records of a window up as they come, and hands the one result to {@code apply} when it fires. */
    public <ACC, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, V> function, WindowFunction<V, R, K, W> apply) {
        return window(
                "Aggregate",
                null,
                function,
                new WindowFunctionAdapter<>(apply),
                accumulatorOf(function).createSerializer(),
                outputOf(apply, "aggregate"));
    }

    /** Adds the records of a window up as they come, with these types of accumulator and result. */
    public <ACC, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, V> function,
            ProcessWindowFunction<V, R, K, W> process,
            TypeInformation<ACC> accumulatorType,
            TypeInformation<R> resultType) {
        return window(
                "Aggregate", null, function, process, accumulatorType.createSerializer(), OutputType.of(resultType));
    }

    /** Adds the records of a window up as they come, with these types of accumulator, value handed on and result. */
    public <ACC, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, V> function,
            ProcessWindowFunction<V, R, K, W> process,
            TypeInformation<ACC> accumulatorType,
            TypeInformation<V> valueType,
            TypeInformation<R> resultType) {
        return aggregate(function, process, accumulatorType, resultType);
    }

    /** Adds the records of a window up as they come, with these types of accumulator and result. */
    public <ACC, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, V> function,
            WindowFunction<V, R, K, W> apply,
            TypeInformation<ACC> accumulatorType,
            TypeInformation<R> resultType) {
        return aggregate(function, new WindowFunctionAdapter<>(apply), accumulatorType, resultType);
    }

    /** Keeps the records of a window and hands them to the function when it fires. */
    public <R> SingleOutputStreamOperator<R> process(ProcessWindowFunction<T, R, K, W> function) {
        return window(
                "Process", null, null, function, input.getType().createSerializer(), outputOf(function, "process"));
    }

    /** Keeps the records of a window and hands them to the function when it fires; results of this type. */
    public <R> SingleOutputStreamOperator<R> process(
            ProcessWindowFunction<T, R, K, W> function, TypeInformation<R> resultType) {
        return window("Process", null, null, function, input.getType().createSerializer(), OutputType.of(resultType));
    }

    /** Keeps the records of a window and hands them to the function when it fires. */
    public <R> SingleOutputStreamOperator<R> apply(WindowFunction<T, R, K, W> function) {
        return window(
                "Apply",
                null,
                null,
                new WindowFunctionAdapter<>(function),
                input.getType().createSerializer(),
                outputOf(function, "apply"));
    }

    /** Keeps the records of a window and hands them to the function when it fires; results of this type. */
    public <R> SingleOutputStreamOperator<R> apply(WindowFunction<T, R, K, W> function, TypeInformation<R> resultType) {
        return window(
                "Apply",
                null,
                null,
                new WindowFunctionAdapter<>(function),
                input.getType().createSerializer(),
                OutputType.of(resultType));
    }

    /** Adds a field up over a window; the other fields are those of the first record. See {@link KeyedStream#sum(int)}. */
    public SingleOutputStreamOperator<T> sum(int position) {
        return reduce(FieldReduce.sum(input.getType(), FieldReduce.nameOf(position)));
    }

    /** Adds a field up over a window; the other fields are those of the first record. */
    public SingleOutputStreamOperator<T> sum(String field) {
        return reduce(FieldReduce.sum(input.getType(), field));
    }

    /** The smallest value of a field over a window; the other fields are those of the first record. */
    public SingleOutputStreamOperator<T> min(int position) {
        return reduce(FieldReduce.min(input.getType(), FieldReduce.nameOf(position)));
    }

    /** The smallest value of a field over a window; the other fields are those of the first record. */
    public SingleOutputStreamOperator<T> min(String field) {
        return reduce(FieldReduce.min(input.getType(), field));
    }

    /** The largest value of a field over a window; the other fields are those of the first record. */
    public SingleOutputStreamOperator<T> max(int position) {
        return reduce(FieldReduce.max(input.getType(), FieldReduce.nameOf(position)));
    }

    /** The largest value of a field over a window; the other fields are those of the first record. */
    public SingleOutputStreamOperator<T> max(String field) {
        return reduce(FieldReduce.max(input.getType(), field));
    }

    /** The record of a window with the smallest value of a field, the first of several. */
    public SingleOutputStreamOperator<T> minBy(int position) {
        return reduce(FieldReduce.minBy(input.getType(), FieldReduce.nameOf(position)));
    }

    /** The record of a window with the smallest value of a field, the first of several. */
    public SingleOutputStreamOperator<T> minBy(String field) {
        return reduce(FieldReduce.minBy(input.getType(), field));
    }

    /** The record of a window with the largest value of a field, the first of several. */
    public SingleOutputStreamOperator<T> maxBy(int position) {
        return reduce(FieldReduce.maxBy(input.getType(), FieldReduce.nameOf(position)));
    }

    /** The record of a window with the largest value of a field, the first of several. */
    public SingleOutputStreamOperator<T> maxBy(String field) {
        return reduce(FieldReduce.maxBy(input.getType(), field));
    }

    /** As {@link #minBy(int)}; of several records the first or the last one. */
    public SingleOutputStreamOperator<T> minBy(int position, boolean first) {
        return minBy(FieldReduce.nameOf(position), first);
    }

    /** As {@link #minBy(String)}; of several records the first or the last one. */
    public SingleOutputStreamOperator<T> minBy(String field, boolean first) {
        return reduce(FieldReduce.minBy(input.getType(), field).first(first));
    }

    /** As {@link #maxBy(int)}; of several records the first or the last one. */
    public SingleOutputStreamOperator<T> maxBy(int position, boolean first) {
        return maxBy(FieldReduce.nameOf(position), first);
    }

    /** As {@link #maxBy(String)}; of several records the first or the last one. */
    public SingleOutputStreamOperator<T> maxBy(String field, boolean first) {
        return reduce(FieldReduce.maxBy(input.getType(), field).first(first));
    }

    /** The type of the records. */
    public TypeInformation<T> getInputType() {
        return input.getType();
    }

    /** Where the job is put together. */
    public StreamExecutionEnvironment getExecutionEnvironment() {
        return input.getExecutionEnvironment();
    }

    final <R> SingleOutputStreamOperator<R> reduce(
            ReduceFunction<T> function, ProcessWindowFunction<T, R, K, W> process, OutputType<R> type) {
        Objects.requireNonNull(function, "function");
        return window("Reduce", function, null, process, input.getType().createSerializer(), type);
    }

    final <ACC, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, V> function, ProcessWindowFunction<V, R, K, W> process, OutputType<R> type) {
        return window(
                "Aggregate", null, function, process, accumulatorOf(function).createSerializer(), type);
    }

    final <R> SingleOutputStreamOperator<R> process(
            String what, ProcessWindowFunction<T, R, K, W> function, OutputType<R> type) {
        return window(what, null, null, function, input.getType().createSerializer(), type);
    }

    private <R> SingleOutputStreamOperator<R> window(
            String what,
            ReduceFunction<T> reduce,
            AggregateFunction<T, ?, ?> aggregate,
            ProcessWindowFunction<?, R, K, W> process,
            TypeSerializer<?> contents,
            OutputType<R> type) {
        OperatorSpec spec = new OperatorSpec.WindowSpec(
                assigner,
                trigger,
                reduce,
                aggregate,
                process,
                evictor == null ? contents : input.getType().createSerializer(),
                allowedLatenessMs,
                lateTag,
                evictor);
        String name = "Window " + what + " (" + nameOf(assigner) + ")";
        return input.then(name, spec, type);
    }

    private static String nameOf(Object part) {
        String name = part.getClass().getSimpleName();
        return name.isEmpty() ? "custom" : name;
    }

    private static <ACC> TypeInformation<ACC> accumulatorOf(AggregateFunction<?, ACC, ?> function) {
        Objects.requireNonNull(function, "function");
        return TypeExtractor.outputOf(
                function, AggregateFunction.class, 1, "the accumulator of aggregate (" + CallSite.current() + ")");
    }

    private static <R> OutputType<R> outputOf(ProcessWindowFunction<?, R, ?, ?> function, String method) {
        return DataStream.outputOf(function, ProcessWindowFunction.class, 1, method);
    }

    private static <R> OutputType<R> outputOf(WindowFunction<?, R, ?, ?> function, String method) {
        return DataStream.outputOf(function, WindowFunction.class, 1, method);
    }
}
