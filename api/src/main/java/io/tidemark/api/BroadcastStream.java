package io.tidemark.api;

import io.tidemark.api.function.TwoInputBroadcastStreamProcessFunction;
import io.tidemark.api.plan.Partitioning;
import io.tidemark.api.state.MapStateDescriptor;
import java.util.List;

/**
 * A stream of which every subtask of the next operator gets all records.
 *
 * @param <T> type of the records
 */
public final class BroadcastStream<T> extends DataStream<T> {
    private final List<MapStateDescriptor<?, ?>> states;

    BroadcastStream(DataStream<T> stream, List<MapStateDescriptor<?, ?>> states) {
        super(stream.getExecutionEnvironment(), stream.portsSpread(port -> port.spread(Partitioning.BROADCAST, null)));
        this.states = List.copyOf(states);
    }

    /** The states that what comes here is kept in. */
    public List<MapStateDescriptor<?, ?>> getBroadcastStateDescriptors() {
        return states;
    }

    /** Handles the records of another stream together with these; as the other stream's {@code connectAndProcess}. */
    public <T_OTHER, OUT> SingleOutputStreamOperator<OUT> connectAndProcess(
            DataStream<T_OTHER> other, TwoInputBroadcastStreamProcessFunction<T_OTHER, T, OUT> processFunction) {
        return other.connectAndProcess(this, processFunction);
    }
}
