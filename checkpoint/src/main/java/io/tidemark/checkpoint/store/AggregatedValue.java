package io.tidemark.checkpoint.store;

import io.tidemark.api.state.AggregatingState;
import io.tidemark.api.state.Aggregator;
import io.tidemark.api.state.ValueState;
import java.util.Objects;

/**
 * An aggregating state, whose accumulator is kept as a value state. Used by the task's thread.
 *
 * @param <IN> type of what is added
 * @param <ACC> type of the accumulator
 * @param <OUT> type of the result
 */
public final class AggregatedValue<IN, ACC, OUT> implements AggregatingState<IN, OUT> {
    private final ValueState<ACC> accumulator;
    /** The same, without what has had its time. */
    private final ValueState<ACC> living;

    private final Aggregator<IN, ACC, OUT> aggregator;

    public AggregatedValue(ValueState<ACC> accumulator, Aggregator<IN, ACC, OUT> aggregator) {
        this(accumulator, accumulator, aggregator);
    }

    AggregatedValue(ValueState<ACC> accumulator, ValueState<ACC> living, Aggregator<IN, ACC, OUT> aggregator) {
        this.accumulator = accumulator;
        this.living = living;
        this.aggregator = aggregator;
    }

    @Override
    public OUT get() throws Exception {
        ACC stored = accumulator.value();
        return stored == null ? null : aggregator.getResult(stored);
    }

    @Override
    public void add(IN value) throws Exception {
        Objects.requireNonNull(value, "value of an aggregating state");
        ACC before = living.value();
        accumulator.update(aggregator.add(value, before == null ? aggregator.createAccumulator() : before));
    }

    @Override
    public void clear() {
        accumulator.clear();
    }
}
