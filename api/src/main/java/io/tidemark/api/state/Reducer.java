package io.tidemark.api.state;

import java.io.Serializable;

/**
 * Makes one value of two of the same type. {@link io.tidemark.api.function.ReduceFunction} is one.
 *
 * @param <T> type of the values
 */
@FunctionalInterface
public interface Reducer<T> extends Serializable {
    /**
     * The combination of two values. Make a new one: the result of an earlier call may have been emitted.
     *
     * @param value1 what there was
     * @param value2 what is added
     */
    T reduce(T value1, T value2) throws Exception;
}
