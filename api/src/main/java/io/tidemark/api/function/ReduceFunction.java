package io.tidemark.api.function;

import io.tidemark.api.state.Reducer;

/**
 * Makes one record of two of the same type. It is associative: windows that overlap are put together from slices of time, so
 * records are not combined in the order of arrival over the whole window.
 *
 * @param <T> type of the records
 */
@FunctionalInterface
public interface ReduceFunction<T> extends Function, Reducer<T> {
    /**
     * The combination of two records. Make a new one: the result of an earlier call may have been emitted. A change of one of the two
     * is not seen in other windows that the record is in.
     *
     * @param value1 what there was
     * @param value2 what is added
     */
    @Override
    T reduce(T value1, T value2) throws Exception;
}
