package io.tidemark.api.state;

/**
 * An accumulator for each key, to which an {@link Aggregator} adds.
 *
 * @param <IN> type of what is added
 * @param <OUT> type of the result
 */
public interface AggregatingState<IN, OUT> extends State {
    /** The result of what was added for the current key, or null when nothing was. */
    OUT get() throws Exception;

    /** Adds a value, which is not null. */
    void add(IN value) throws Exception;
}
