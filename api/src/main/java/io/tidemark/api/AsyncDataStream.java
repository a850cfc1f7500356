package io.tidemark.api;

import io.tidemark.api.function.async.AsyncFunction;
import io.tidemark.api.function.async.AsyncRetryStrategy;
import io.tidemark.api.operator.OperatorSpec;
import io.tidemark.api.type.TypeInformation;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Asks something outside of the job for each record of a stream, many records at a time.
 *
 * <p><em>Ordered</em>: results go on in the order of the records. <em>Unordered</em>: each goes on as soon as it is there,
 * but not across a watermark. In both, a watermark goes on only when the results of all records before it have, results
 * carry their record's timestamp, and records whose results are not there yet are part of every checkpoint; after a
 * restore they are asked for again. Of a keyed stream the results are no longer keyed.
 *
 * <p><em>Capacity</em> is how many records wait for their results, or for those before them, at a time; then the operator
 * takes no more and what is upstream waits. Where none is given it is {@value #DEFAULT_CAPACITY}.
 *
 * <p><em>Time-out</em>: how long after its first request a record is given up, see {@link AsyncFunction#timeout}; 0 for
 * never.
 */
public final class AsyncDataStream {
    private static final int DEFAULT_CAPACITY = 100;

    private AsyncDataStream() {}

    /** Results as soon as they are there, but not across a watermark. */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> unorderedWait(
            DataStream<IN> in, AsyncFunction<IN, OUT> func, long timeout, TimeUnit timeUnit, int capacity) {
        return wait("unorderedWait", in, func, timeout, timeUnit, capacity, null);
    }

    /** Results as soon as they are there, but not across a watermark. */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> unorderedWait(
            DataStream<IN> in, AsyncFunction<IN, OUT> func, long timeout, TimeUnit timeUnit) {
        return unorderedWait(in, func, timeout, timeUnit, DEFAULT_CAPACITY);
    }

    /** Results in the order of the records. */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> orderedWait(
            DataStream<IN> in, AsyncFunction<IN, OUT> func, long timeout, TimeUnit timeUnit, int capacity) {
        return wait("orderedWait", in, func, timeout, timeUnit, capacity, null);
    }

    /** Results in the order of the records. */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> orderedWait(
            DataStream<IN> in, AsyncFunction<IN, OUT> func, long timeout, TimeUnit timeUnit) {
        return orderedWait(in, func, timeout, timeUnit, DEFAULT_CAPACITY);
    }

    /**
     * Results as soon as they are there, but not across a watermark; asks again as the strategy says.
     *
     * @param timeout for a record's requests and the pauses between them together; more than 0
     */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> unorderedWaitWithRetry(
            DataStream<IN> in,
            AsyncFunction<IN, OUT> func,
            long timeout,
            TimeUnit timeUnit,
            AsyncRetryStrategy<? super OUT> asyncRetryStrategy) {
        return unorderedWaitWithRetry(in, func, timeout, timeUnit, DEFAULT_CAPACITY, asyncRetryStrategy);
    }

    /**
     * Results as soon as they are there, but not across a watermark; asks again as the strategy says.
     *
     * @param timeout for a record's requests and the pauses between them together; more than 0
     */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> unorderedWaitWithRetry(
            DataStream<IN> in,
            AsyncFunction<IN, OUT> func,
            long timeout,
            TimeUnit timeUnit,
            int capacity,
            AsyncRetryStrategy<? super OUT> asyncRetryStrategy) {
        checkRetry("unorderedWaitWithRetry", timeout, asyncRetryStrategy);
        return wait("unorderedWaitWithRetry", in, func, timeout, timeUnit, capacity, asyncRetryStrategy);
    }

    /**
     * Results in the order of the records; asks again as the strategy says.
     *
     * @param timeout for a record's requests and the pauses between them together; more than 0
     */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> orderedWaitWithRetry(
            DataStream<IN> in,
            AsyncFunction<IN, OUT> func,
            long timeout,
            TimeUnit timeUnit,
            AsyncRetryStrategy<? super OUT> asyncRetryStrategy) {
        return orderedWaitWithRetry(in, func, timeout, timeUnit, DEFAULT_CAPACITY, asyncRetryStrategy);
    }

    /**
     * Results in the order of the records; asks again as the strategy says.
     *
     * @param timeout for a record's requests and the pauses between them together; more than 0
     */
    public static <IN, OUT> SingleOutputStreamOperator<OUT> orderedWaitWithRetry(
            DataStream<IN> in,
            AsyncFunction<IN, OUT> func,
            long timeout,
            TimeUnit timeUnit,
            int capacity,
            AsyncRetryStrategy<? super OUT> asyncRetryStrategy) {
        checkRetry("orderedWaitWithRetry", timeout, asyncRetryStrategy);
        return wait("orderedWaitWithRetry", in, func, timeout, timeUnit, capacity, asyncRetryStrategy);
    }

    private static void checkRetry(String method, long timeout, AsyncRetryStrategy<?> strategy) {
        Objects.requireNonNull(strategy, "asyncRetryStrategy");
        if (timeout <= 0) {
            throw new IllegalArgumentException(method + " (" + CallSite.current() + "): the time-out is " + timeout
                    + "; with a retry strategy it must be more than 0, or a record could be asked for again for ever");
        }
    }

    private static <IN, OUT> SingleOutputStreamOperator<OUT> wait(
            String method,
            DataStream<IN> in,
            AsyncFunction<IN, OUT> function,
            long timeout,
            TimeUnit unit,
            int capacity,
            AsyncRetryStrategy<? super OUT> retries) {
        Objects.requireNonNull(function, "func");
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    method + " (" + CallSite.current() + "): the capacity is " + capacity + "; it must be at least 1");
        }
        if (timeout < 0) {
            throw new IllegalArgumentException(method + " (" + CallSite.current() + "): the time-out is " + timeout
                    + "; it must not be negative, 0 is for none");
        }
        TypeInformation<IN> type = in.getType();
        OutputType<OUT> output = DataStream.outputOf(function, AsyncFunction.class, 1, method);
        boolean ordered = method.startsWith("ordered");
        PlanVertex vertex = in.getExecutionEnvironment()
                .add(
                        ordered ? "Async Ordered" : "Async Unordered",
                        new OperatorSpec.AsyncSpec(
                                function,
                                ordered,
                                unit.toNanos(timeout),
                                capacity,
                                retries,
                                type.createSerializer(),
                                null),
                        List.of(new PlanVertex.Input(in.ports(), null)),
                        output);
        return new SingleOutputStreamOperator<>(in.getExecutionEnvironment(), vertex, output);
    }
}
