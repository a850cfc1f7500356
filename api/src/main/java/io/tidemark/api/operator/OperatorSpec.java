package io.tidemark.api.operator;

import io.tidemark.api.connector.Sink;
import io.tidemark.api.connector.Source;
import io.tidemark.api.eventtime.WatermarkStrategy;
import io.tidemark.api.function.AggregateFunction;
import io.tidemark.api.function.FilterFunction;
import io.tidemark.api.function.FlatMapFunction;
import io.tidemark.api.function.Function;
import io.tidemark.api.function.KeyedProcessFunction;
import io.tidemark.api.function.MapFunction;
import io.tidemark.api.function.OutputTag;
import io.tidemark.api.function.ProcessFunction;
import io.tidemark.api.function.ProcessJoinFunction;
import io.tidemark.api.function.ProcessWindowFunction;
import io.tidemark.api.function.ReduceFunction;
import io.tidemark.api.function.StreamProcessFunction;
import io.tidemark.api.function.async.AsyncFunction;
import io.tidemark.api.function.async.AsyncRetryStrategy;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.Evictor;
import io.tidemark.api.window.Trigger;
import io.tidemark.api.window.WindowAssigner;
import java.io.Serializable;
import java.util.List;

/**
 * What an operator of the plan does, as data. It is serialised with Java serialisation on the author's
 * side and read back only in the job's own class loader; the worker makes the {@link Operator} from it,
 * switching on {@link #kind()}.
 */
public sealed interface OperatorSpec extends Serializable {

    /** The closed set of built-in kinds, and {@link #CUSTOM} for operators that bring their own code. */
    enum Kind {
        SOURCE_ENUMERATOR,
        SOURCE_READER,
        TIMESTAMPS,
        MAP,
        FILTER,
        FLAT_MAP,
        PROCESS,
        KEYED_PROCESS,
        STREAM_PROCESS,
        CONNECT,
        INTERVAL_JOIN,
        ASYNC,
        KEYED_REDUCE,
        WINDOW,
        SINK,
        CUSTOM
    }

    Kind kind();

    /** Runs a source's enumerator (parallelism 1); its records are split assignments for the readers. */
    record SourceEnumeratorSpec(Source<?, ?> source, int readerParallelism) implements OperatorSpec {
        @Override
        public Kind kind() {
            return Kind.SOURCE_ENUMERATOR;
        }
    }

    /** Reads the splits that arrive on input 0. */
    record SourceReaderSpec(Source<?, ?> source, WatermarkStrategy<?> watermarks) implements OperatorSpec {
        @Override
        public Kind kind() {
            return Kind.SOURCE_READER;
        }
    }

    record TimestampsSpec(WatermarkStrategy<?> watermarks) implements OperatorSpec {
        @Override
        public Kind kind() {
            return Kind.TIMESTAMPS;
        }
    }

    record MapSpec(MapFunction<?, ?> function) implements OperatorSpec {
        @Override
        public Kind kind() {
            return Kind.MAP;
        }
    }

    record FilterSpec(FilterFunction<?> function) implements OperatorSpec {
        @Override
        public Kind kind() {
            return Kind.FILTER;
        }
    }

    record FlatMapSpec(FlatMapFunction<?, ?> function) implements OperatorSpec {
        @Override
        public Kind kind() {
            return Kind.FLAT_MAP;
        }
    }

    record ProcessSpec(ProcessFunction<?, ?> function) implements OperatorSpec {
        @Override
        public Kind kind() {
            return Kind.PROCESS;
        }
    }

    record KeyedProcessSpec(KeyedProcessFunction<?, ?, ?> function) implements OperatorSpec {
        @Override
        public Kind kind() {
            return Kind.KEYED_PROCESS;
        }
    }

    /** A function of one of the families; with two outputs the second is a side output. */
    record StreamProcessSpec(StreamProcessFunction function) implements OperatorSpec {
        /** Id of the side output that is the second output. */
        public static final String SECOND_OUTPUT = "second-output";

        @Override
        public Kind kind() {
            return Kind.STREAM_PROCESS;
        }
    }

    /**
     * A classic function of two inputs: {@code CoMapFunction}, {@code CoFlatMapFunction}, {@code CoProcessFunction}, {@code
     * KeyedCoProcessFunction}, {@code BroadcastProcessFunction} or {@code KeyedBroadcastProcessFunction}.
     *
     * @param broadcastStates states that all subtasks have alike; for the two broadcast kinds of function
     */
    record ConnectSpec(Function function, List<MapStateDescriptor<?, ?>> broadcastStates) implements OperatorSpec {
        public ConnectSpec {
            broadcastStates = List.copyOf(broadcastStates);
        }

        @Override
        public Kind kind() {
            return Kind.CONNECT;
        }
    }

    /**
     * Joins two keyed streams: pairs of records of one key of which the right one's time is from {@code lowerMs} to {@code
     * upperMs}, both included, after the left one's.
     *
     * @param left serializer of the records of the first input
     * @param right serializer of the records of the second input
     * @param leftLateTag where late records of the left stream go; null to drop (and count) them
     * @param rightLateTag where late records of the right stream go; null to drop (and count) them
     */
    record IntervalJoinSpec(
            ProcessJoinFunction<?, ?, ?> function,
            long lowerMs,
            long upperMs,
            TypeSerializer<?> left,
            TypeSerializer<?> right,
            OutputTag<?> leftLateTag,
            OutputTag<?> rightLateTag)
            implements OperatorSpec {
        @Override
        public Kind kind() {
            return Kind.INTERVAL_JOIN;
        }
    }

    /**
     * Requests for records, many at a time.
     *
     * @param timeoutNs how long after its first request a record is given up, in nanoseconds; 0 for never
     * @param capacity how many records may wait for their results, or for those before them, at a time
     * @param retries null to take every answer as it comes
     * @param results serializer of the results, which lets results that wait be part of a snapshot; null when their type is
     *     not known, so that they are asked for again after a restore
     */
    record AsyncSpec(
            AsyncFunction<?, ?> function,
            boolean ordered,
            long timeoutNs,
            int capacity,
            AsyncRetryStrategy<?> retries,
            TypeSerializer<?> inputs,
            TypeSerializer<?> results)
            implements OperatorSpec {
        @Override
        public Kind kind() {
            return Kind.ASYNC;
        }

        public AsyncSpec withResults(TypeSerializer<?> serializer) {
            return new AsyncSpec(function, ordered, timeoutNs, capacity, retries, inputs, serializer);
        }
    }

    /** A rolling reduce: emits the new value of the key after each record. */
    record KeyedReduceSpec(ReduceFunction<?> function, TypeSerializer<?> valueSerializer) implements OperatorSpec {
        @Override
        public Kind kind() {
            return Kind.KEYED_REDUCE;
        }
    }

    /**
     * A keyed window. Exactly one of {@code reduce} and {@code aggregate} may be set; with neither the
     * window keeps its elements. {@code process} turns the contents (or the single aggregate) into
     * results; null passes the aggregate on.
     *
     * @param contents serializer of an element, of the reduced value or of the accumulator
     * @param trigger null for the assigner's default
     * @param lateTag where late records go; null to drop (and count) them
     * @param evictor takes records out when the window fires; then {@code contents} is the serializer of an element
     *     always; null for none
     */
    record WindowSpec(
            WindowAssigner<?, ?> assigner,
            Trigger<?, ?> trigger,
            ReduceFunction<?> reduce,
            AggregateFunction<?, ?, ?> aggregate,
            ProcessWindowFunction<?, ?, ?, ?> process,
            TypeSerializer<?> contents,
            long allowedLatenessMs,
            OutputTag<?> lateTag,
            Evictor<?, ?> evictor)
            implements OperatorSpec {
        /** Without an evictor. */
        public WindowSpec(
                WindowAssigner<?, ?> assigner,
                Trigger<?, ?> trigger,
                ReduceFunction<?> reduce,
                AggregateFunction<?, ?, ?> aggregate,
                ProcessWindowFunction<?, ?, ?, ?> process,
                TypeSerializer<?> contents,
                long allowedLatenessMs,
                OutputTag<?> lateTag) {
            this(assigner, trigger, reduce, aggregate, process, contents, allowedLatenessMs, lateTag, null);
        }

        @Override
        public Kind kind() {
            return Kind.WINDOW;
        }
    }

    record SinkSpec(Sink<?> sink) implements OperatorSpec {
        @Override
        public Kind kind() {
            return Kind.SINK;
        }
    }

    record CustomSpec(OperatorFactory factory) implements OperatorSpec {
        @Override
        public Kind kind() {
            return Kind.CUSTOM;
        }
    }
}
