package io.tidemark.api;

import io.tidemark.api.function.BroadcastProcessFunction;
import io.tidemark.api.function.KeyedBroadcastProcessFunction;
import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.type.TypeInformation;

/**
 * A stream and a broadcast one, of which every subtask gets all records.
 *
 * @param <IN1> type of the records of the stream that is not broadcast
 * @param <IN2> type of the records of the broadcast stream
 */
public final class BroadcastConnectedStream<IN1, IN2> extends ConnectedStreams<IN1, IN2> {
    private final BroadcastStream<IN2> broadcast;

    BroadcastConnectedStream(DataStream<IN1> first, BroadcastStream<IN2> broadcast) {
        super(first, broadcast);
        this.broadcast = broadcast;
    }

    @Override
    public BroadcastStream<IN2> getSecondInput() {
        return broadcast;
    }

    /**
     * Handles record by record, with broadcast state and side outputs.
     *
     * @throws InvalidPlanException when the first stream is keyed
     */
    public <OUT> SingleOutputStreamOperator<OUT> process(BroadcastProcessFunction<IN1, IN2, OUT> function) {
        return unkeyed(function, DataStream.outputOf(function, BroadcastProcessFunction.class, 2, "process"));
    }

    /** As {@link #process(BroadcastProcessFunction)}, with results of this type. */
    public <OUT> SingleOutputStreamOperator<OUT> process(
            BroadcastProcessFunction<IN1, IN2, OUT> function, TypeInformation<OUT> outTypeInfo) {
        return unkeyed(function, OutputType.of(outTypeInfo));
    }

    private <OUT> SingleOutputStreamOperator<OUT> unkeyed(
            BroadcastProcessFunction<IN1, IN2, OUT> function, OutputType<OUT> type) {
        if (getFirstInput().keySpec() != null) {
            throw new InvalidPlanException(
                    "process (" + CallSite.current() + "): a BroadcastProcessFunction has no keys, but the stream is"
                            + " keyed. Pass a KeyedBroadcastProcessFunction, or leave keyBy out.");
        }
        return addBroadcast("Broadcast Process", function, broadcast.getBroadcastStateDescriptors(), type);
    }

    /**
     * Handles record by record, with broadcast state, state by key, timers and side outputs.
     *
     * @throws InvalidPlanException when the first stream is not keyed
     */
    public <KEY, OUT> SingleOutputStreamOperator<OUT> process(
            KeyedBroadcastProcessFunction<KEY, IN1, IN2, OUT> function) {
        return keyed(function, DataStream.outputOf(function, KeyedBroadcastProcessFunction.class, 3, "process"));
    }

    /** As {@link #process(KeyedBroadcastProcessFunction)}, with results of this type. */
    public <KEY, OUT> SingleOutputStreamOperator<OUT> process(
            KeyedBroadcastProcessFunction<KEY, IN1, IN2, OUT> function, TypeInformation<OUT> outTypeInfo) {
        return keyed(function, OutputType.of(outTypeInfo));
    }

    private <KEY, OUT> SingleOutputStreamOperator<OUT> keyed(
            KeyedBroadcastProcessFunction<KEY, IN1, IN2, OUT> function, OutputType<OUT> type) {
        if (getFirstInput().keySpec() == null) {
            throw new InvalidPlanException(
                    "process (" + CallSite.current() + "): a KeyedBroadcastProcessFunction needs a keyed stream. Call"
                            + " keyBy before connect, or pass a BroadcastProcessFunction.");
        }
        return addBroadcast("Keyed Broadcast Process", function, broadcast.getBroadcastStateDescriptors(), type);
    }
}
