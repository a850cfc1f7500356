package io.tidemark.api.state;

import io.tidemark.api.type.TypeDescriptor;

/**
 * Declares an {@link AggregatingState} of each key.
 *
 * @param <IN> type of what is added
 * @param <ACC> type of the accumulator, which is what is stored
 * @param <OUT> type of the result
 */
public interface AggregatingStateDeclaration<IN, ACC, OUT> extends StateDeclaration {
    /** Of the accumulator. */
    TypeDescriptor<ACC> getTypeDescriptor();

    Aggregator<IN, ACC, OUT> getAggregateFunction();
}
