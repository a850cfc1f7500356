package io.tidemark.api;

import io.tidemark.api.function.TwoInputBroadcastStreamProcessFunction;
import io.tidemark.api.plan.Partitioning;

/**
 * A stream of which every subtask of the next operator gets all records.
 *
 * @param <T> type of the records
 */
public final class BroadcastStream<T> extends DataStream<T> {
    BroadcastStream(DataStream<T> stream) {
        super(stream.getExecutionEnvironment(), stream.portsSpread(port -> port.spread(Partitioning.BROADCAST, null)));
    }

    /** Handles the records of another stream together with these; as the other stream's {@code connectAndProcess}. */
    public <T_OTHER, OUT> SingleOutputStreamOperator<OUT> connectAndProcess(
            DataStream<T_OTHER> other, TwoInputBroadcastStreamProcessFunction<T_OTHER, T, OUT> processFunction) {
        return other.connectAndProcess(this, processFunction);
    }
}
