package io.tidemark.api.function;

import io.tidemark.api.state.State;

/**
 * Does something with the state of one key, which is the current one during the call.
 *
 * @param <K> type of the key
 * @param <S> the state
 */
@FunctionalInterface
public interface KeyedStateFunction<K, S extends State> {
    void process(K key, S state) throws Exception;
}
