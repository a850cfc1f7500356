package io.tidemark.api;

import io.tidemark.api.function.KeySelector;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessJoinFunction;
import io.tidemark.api.function.ReduceFunction;
import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.window.CountEvictor;
import io.tidemark.api.window.CountTrigger;
import io.tidemark.api.window.GlobalWindow;
import io.tidemark.api.window.GlobalWindows;
import io.tidemark.api.window.PurgingTrigger;
import io.tidemark.api.window.Window;
import io.tidemark.api.window.WindowAssigner;
import java.time.Duration;
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

    /** As {@link #minBy(int)}; of several records the first or the last one. */
    public SingleOutputStreamOperator<T> minBy(int position, boolean first) {
        return minBy(FieldReduce.nameOf(position), first);
    }

    /** As {@link #minBy(String)}; of several records the first or the last one. */
    public SingleOutputStreamOperator<T> minBy(String field, boolean first) {
        return reduce("Keyed Min By", FieldReduce.minBy(getType(), field).first(first));
    }

    /** As {@link #maxBy(int)}; of several records the first or the last one. */
    public SingleOutputStreamOperator<T> maxBy(int position, boolean first) {
        return maxBy(FieldReduce.nameOf(position), first);
    }

    /** As {@link #maxBy(String)}; of several records the first or the last one. */
    public SingleOutputStreamOperator<T> maxBy(String field, boolean first) {
        return reduce("Keyed Max By", FieldReduce.maxBy(getType(), field).first(first));
    }

    /** A window of each so many records of a key; what is left at the end of input is in none. */
    public WindowedStream<T, K, GlobalWindow> countWindow(long size) {
        return window(GlobalWindows.create()).trigger(PurgingTrigger.of(CountTrigger.of(size)));
    }

    /** At each {@code slide} records of a key a window of its last {@code size} ones. */
    public WindowedStream<T, K, GlobalWindow> countWindow(long size, long slide) {
        return window(GlobalWindows.create()).evictor(CountEvictor.of(size)).trigger(CountTrigger.of(slide));
    }

    /** Groups the records of each key into windows. */
    public <W extends Window> WindowedStream<T, K, W> window(WindowAssigner<? super T, W> assigner) {
        return new WindowedStream<>(this, Objects.requireNonNull(assigner, "assigner"));
    }

    /** Pairs of records of this stream and of another one that have one key and whose times are near each other. */
    public <T1> IntervalJoin<T, T1, K> intervalJoin(KeyedStream<T1, K> otherStream) {
        return new IntervalJoin<>(this, Objects.requireNonNull(otherStream, "otherStream"));
    }

    /**
     * Two streams that are going to be joined by time.
     *
     * @param <T1> type of the records of the left stream
     * @param <T2> type of the records of the right stream
     * @param <KEY> type of the key
     */
    public static final class IntervalJoin<T1, T2, KEY> {
        private final KeyedStream<T1, KEY> left;
        private final KeyedStream<T2, KEY> right;

        IntervalJoin(KeyedStream<T1, KEY> left, KeyedStream<T2, KEY> right) {
            this.left = left;
            this.right = right;
        }

        /** By event time, as it is anyway. */
        public IntervalJoin<T1, T2, KEY> inEventTime() {
            return this;
        }

        /**
         * Which pairs: those of which the right record's time is from {@code lowerBound} to {@code upperBound} after the left
         * one's, both included. Bounds may be negative; parts of a millisecond do not count.
         */
        public IntervalJoined<T1, T2, KEY> between(Duration lowerBound, Duration upperBound) {
            return new IntervalJoined<>(left, right, lowerBound.toMillis(), upperBound.toMillis());
        }
    }

    /**
     * Two streams that are joined by time. Records are kept until no partner can come any more. A record at or behind event time
     * has come too late: it finds no partner, is counted, and goes to a side output if there is one for it.
     *
     * @param <IN1> type of the records of the left stream
     * @param <IN2> type of the records of the right stream
     * @param <KEY> type of the key
     */
    public static final class IntervalJoined<IN1, IN2, KEY> {
        private final KeyedStream<IN1, KEY> left;
        private final KeyedStream<IN2, KEY> right;
        private final long lowerMs;
        private final long upperMs;
        private boolean isLowerExclusive;
        private boolean isUpperExclusive;
        private OutputTag<IN1> leftLateTag;
        private OutputTag<IN2> rightLateTag;

        IntervalJoined(KeyedStream<IN1, KEY> left, KeyedStream<IN2, KEY> right, long lowerMs, long upperMs) {
            this.left = left;
            this.right = right;
            this.lowerMs = lowerMs;
            this.upperMs = upperMs;
        }

        /** Without those that are exactly {@code upperBound} apart. */
        public IntervalJoined<IN1, IN2, KEY> upperBoundExclusive() {
            isUpperExclusive = true;
            return this;
        }

        /** Without those that are exactly {@code lowerBound} apart. */
        public IntervalJoined<IN1, IN2, KEY> lowerBoundExclusive() {
            isLowerExclusive = true;
            return this;
        }

        /** Where records of the left stream go that have come too late. */
        public IntervalJoined<IN1, IN2, KEY> sideOutputLeftLateData(OutputTag<IN1> outputTag) {
            leftLateTag = Objects.requireNonNull(outputTag, "outputTag");
            return this;
        }

        /** Where records of the right stream go that have come too late. */
        public IntervalJoined<IN1, IN2, KEY> sideOutputRightLateData(OutputTag<IN2> outputTag) {
            rightLateTag = Objects.requireNonNull(outputTag, "outputTag");
            return this;
        }

        /**
         * Handles pair by pair. Pairs come when the second of their records does, in the order of the time of the first.
         *
         * @throws IllegalArgumentException when no pair could be within the bounds
         */
        public <OUT> SingleOutputStreamOperator<OUT> process(ProcessJoinFunction<IN1, IN2, OUT> function) {
            return process(function, outputOf(function, ProcessJoinFunction.class, 2, "process"));
        }

        /** As {@link #process(ProcessJoinFunction)}, with results of this type. */
        public <OUT> SingleOutputStreamOperator<OUT> process(
                ProcessJoinFunction<IN1, IN2, OUT> function, TypeInformation<OUT> outputType) {
            return process(function, OutputType.of(outputType));
        }

        private <OUT> SingleOutputStreamOperator<OUT> process(
                ProcessJoinFunction<IN1, IN2, OUT> function, OutputType<OUT> type) {
            long lowest = isLowerExclusive ? Math.addExact(lowerMs, 1) : lowerMs;
            long highest = isUpperExclusive ? Math.subtractExact(upperMs, 1) : upperMs;
            if (lowest > highest) {
                throw new IllegalArgumentException("intervalJoin (" + CallSite.current() + "): no pair is between "
                        + lowerMs + " ms" + (isLowerExclusive ? " (excluded)" : "") + " and " + upperMs + " ms"
                        + (isUpperExclusive ? " (excluded)" : "")
                        + " apart. Give between a lower bound that is not above"
                        + " the upper one.");
            }
            return new ConnectedStreams<>(left, right)
                    .join(
                            new OperatorSpec.IntervalJoinSpec(
                                    function,
                                    lowest,
                                    highest,
                                    left.getType().createSerializer(),
                                    right.getType().createSerializer(),
                                    leftLateTag,
                                    rightLateTag),
                            type);
        }
    }
}
