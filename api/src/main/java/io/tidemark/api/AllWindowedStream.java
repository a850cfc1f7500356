package io.tidemark.api;

import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.AllWindowFunction;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessAllWindowFunction;
import io.tidemark.api.function.ReduceFunction;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.Evictor;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.Window;
import java.time.Duration;
import java.util.function.Function;

/**
 * All records of a stream in windows, without keys: one subtask has them all, so its results cannot be given another
 * parallelism. Its settings return the same object; an aggregation ends it. Results carry the window's largest timestamp.
 *
 * @param <T> type of the records
 * @param <W> type of the windows
 */
public final class AllWindowedStream<T, W extends Window> {
    private static final Byte ONLY_KEY = 0;

    private final DataStream<T> input;
    private final WindowedStream<T, Byte, W> windows;

    private AllWindowedStream(DataStream<T> input, WindowedStream<T, Byte, W> windows) {
        this.input = input;
        this.windows = windows;
    }

    /** @param windows what there is by the only key */
    static <T, W extends Window> AllWindowedStream<T, W> of(
            DataStream<T> input, Function<KeyedStream<T, Byte>, WindowedStream<T, Byte, W>> windows) {
        return new AllWindowedStream<>(input, windows.apply(input.keyBy(value -> ONLY_KEY, Types.BYTE)));
    }

    public StreamExecutionEnvironment getExecutionEnvironment() {
        return input.getExecutionEnvironment();
    }

    /** Type of the records. */
    public TypeInformation<T> getInputType() {
        return input.getType();
    }

    /** See {@link WindowedStream#trigger}. */
    public AllWindowedStream<T, W> trigger(Trigger<? super T, ? super W> trigger) {
        windows.trigger(trigger);
        return this;
    }

    /** See {@link WindowedStream#evictor}. */
    public AllWindowedStream<T, W> evictor(Evictor<? super T, ? super W> evictor) {
        windows.evictor(evictor);
        return this;
    }

    /** See {@link WindowedStream#allowedLateness}. */
    public AllWindowedStream<T, W> allowedLateness(Duration lateness) {
        windows.allowedLateness(lateness);
        return this;
    }

    /** See {@link WindowedStream#sideOutputLateData}. */
    public AllWindowedStream<T, W> sideOutputLateData(OutputTag<T> tag) {
        windows.sideOutputLateData(tag);
        return this;
    }

    /** Combines the records of a window, two at a time, as they come. */
    public SingleOutputStreamOperator<T> reduce(ReduceFunction<T> function) {
        return windows.reduce(function).forceNonParallel();
    }

    /** Combines the records of a window as they come, and hands the one value to {@code apply} when it fires. */
    public <R> SingleOutputStreamOperator<R> reduce(ReduceFunction<T> function, AllWindowFunction<T, R, W> apply) {
        return windows.reduce(function, AllWindows.of(apply), outputOf(apply, "reduce"))
                .forceNonParallel();
    }

    /** Combines the records of a window as they come, and hands the one value to {@code apply}; results of this type. */
    public <R> SingleOutputStreamOperator<R> reduce(
            ReduceFunction<T> function, AllWindowFunction<T, R, W> apply, TypeInformation<R> resultType) {
        return windows.reduce(function, AllWindows.of(apply), OutputType.of(resultType))
                .forceNonParallel();
    }

    /** Combines the records of a window as they come, and hands the one value to {@code process} when it fires. */
    public <R> SingleOutputStreamOperator<R> reduce(
            ReduceFunction<T> function, ProcessAllWindowFunction<T, R, W> process) {
        return windows.reduce(function, AllWindows.of(process), outputOf(process, "reduce"))
                .forceNonParallel();
    }

    /** Combines the records of a window as they come, and hands the one value to {@code process}; results of this type. */
    public <R> SingleOutputStreamOperator<R> reduce(
            ReduceFunction<T> function, ProcessAllWindowFunction<T, R, W> process, TypeInformation<R> resultType) {
        return windows.reduce(function, AllWindows.of(process), OutputType.of(resultType))
                .forceNonParallel();
    }

    /** Adds the records of a window up as they come. */
    public <ACC, R> SingleOutputStreamOperator<R> aggregate(AggregateFunction<T, ACC, R> function) {
        return windows.aggregate(function).forceNonParallel();
    }

    /** Adds the records of a window up as they come, with these types of accumulator and result. */
    public <ACC, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, R> function,
            TypeInformation<ACC> accumulatorType,
            TypeInformation<R> resultType) {
        return windows.aggregate(function, accumulatorType, resultType).forceNonParallel();
    }

    /** Adds the records of a window up as they come, and hands the one result to {@code apply} when it fires. */
    public <ACC, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, V> function, AllWindowFunction<V, R, W> apply) {
        return windows.aggregate(function, AllWindows.of(apply), outputOf(apply, "aggregate"))
                .forceNonParallel();
    }

    /** Adds the records of a window up as they come, with these types of accumulator and result. */
    public <ACC, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, V> function,
            AllWindowFunction<V, R, W> apply,
            TypeInformation<ACC> accumulatorType,
            TypeInformation<R> resultType) {
        return windows.aggregate(function, AllWindows.of(apply), accumulatorType, resultType)
                .forceNonParallel();
    }

    /** Adds the records of a window up as they come, and hands the one result to {@code process} when it fires. */
    public <ACC, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, V> function, ProcessAllWindowFunction<V, R, W> process) {
        return windows.aggregate(function, AllWindows.of(process), outputOf(process, "aggregate"))
                .forceNonParallel();
    }

    /**
     * Adds the records of a window up as they come, with these types of accumulator and result; that of what the aggregate
     * hands to {@code process} is not needed.
     */
    public <ACC, V, R> SingleOutputStreamOperator<R> aggregate(
            AggregateFunction<T, ACC, V> function,
            ProcessAllWindowFunction<V, R, W> process,
            TypeInformation<ACC> accumulatorType,
            TypeInformation<V> aggregateResultType,
            TypeInformation<R> resultType) {
        return windows.aggregate(function, AllWindows.of(process), accumulatorType, resultType)
                .forceNonParallel();
    }

    /** Keeps the records of a window and hands them to the function when it fires. */
    public <R> SingleOutputStreamOperator<R> apply(AllWindowFunction<T, R, W> function) {
        return windows.process("Apply", AllWindows.of(function), outputOf(function, "apply"))
                .forceNonParallel();
    }

    /** Keeps the records of a window and hands them to the function when it fires; results of this type. */
    public <R> SingleOutputStreamOperator<R> apply(AllWindowFunction<T, R, W> function, TypeInformation<R> resultType) {
        return windows.process("Apply", AllWindows.of(function), OutputType.of(resultType))
                .forceNonParallel();
    }

    /** Keeps the records of a window and hands them to the function when it fires. */
    public <R> SingleOutputStreamOperator<R> process(ProcessAllWindowFunction<T, R, W> function) {
        return windows.process("Process", AllWindows.of(function), outputOf(function, "process"))
                .forceNonParallel();
    }

    /** Keeps the records of a window and hands them to the function when it fires; results of this type. */
    public <R> SingleOutputStreamOperator<R> process(
            ProcessAllWindowFunction<T, R, W> function, TypeInformation<R> resultType) {
        return windows.process("Process", AllWindows.of(function), OutputType.of(resultType))
                .forceNonParallel();
    }

    /** Adds a field up over a window; the other fields are those of the first record. See {@link KeyedStream#sum(int)}. */
    public SingleOutputStreamOperator<T> sum(int position) {
        return windows.sum(position).forceNonParallel();
    }

    /** Adds a field up over a window; the other fields are those of the first record. */
    public SingleOutputStreamOperator<T> sum(String field) {
        return windows.sum(field).forceNonParallel();
    }

    /** The smallest value of a field over a window; the other fields are those of the first record. */
    public SingleOutputStreamOperator<T> min(int position) {
        return windows.min(position).forceNonParallel();
    }

    /** The smallest value of a field over a window; the other fields are those of the first record. */
    public SingleOutputStreamOperator<T> min(String field) {
        return windows.min(field).forceNonParallel();
    }

    /** The largest value of a field over a window; the other fields are those of the first record. */
    public SingleOutputStreamOperator<T> max(int position) {
        return windows.max(position).forceNonParallel();
    }

    /** The largest value of a field over a window; the other fields are those of the first record. */
    public SingleOutputStreamOperator<T> max(String field) {
        return windows.max(field).forceNonParallel();
    }

    /** The record of a window with the smallest value of a field, the first of several. */
    public SingleOutputStreamOperator<T> minBy(int position) {
        return windows.minBy(position).forceNonParallel();
    }

    /** The record of a window with the smallest value of a field, the first of several. */
    public SingleOutputStreamOperator<T> minBy(String field) {
        return windows.minBy(field).forceNonParallel();
    }

    /** As {@link #minBy(int)}; of several records the first or the last one. */
    public SingleOutputStreamOperator<T> minBy(int position, boolean first) {
        return windows.minBy(position, first).forceNonParallel();
    }

    /** As {@link #minBy(String)}; of several records the first or the last one. */
    public SingleOutputStreamOperator<T> minBy(String field, boolean first) {
        return windows.minBy(field, first).forceNonParallel();
    }

    /** The record of a window with the largest value of a field, the first of several. */
    public SingleOutputStreamOperator<T> maxBy(int position) {
        return windows.maxBy(position).forceNonParallel();
    }

    /** The record of a window with the largest value of a field, the first of several. */
    public SingleOutputStreamOperator<T> maxBy(String field) {
        return windows.maxBy(field).forceNonParallel();
    }

    /** As {@link #maxBy(int)}; of several records the first or the last one. */
    public SingleOutputStreamOperator<T> maxBy(int position, boolean first) {
        return windows.maxBy(position, first).forceNonParallel();
    }

    /** As {@link #maxBy(String)}; of several records the first or the last one. */
    public SingleOutputStreamOperator<T> maxBy(String field, boolean first) {
        return windows.maxBy(field, first).forceNonParallel();
    }

    private static <R> OutputType<R> outputOf(AllWindowFunction<?, R, ?> function, String method) {
        return DataStream.outputOf(function, AllWindowFunction.class, 1, method);
    }

    private static <R> OutputType<R> outputOf(ProcessAllWindowFunction<?, R, ?> function, String method) {
        return DataStream.outputOf(function, ProcessAllWindowFunction.class, 1, method);
    }
}
