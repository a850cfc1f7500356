package io.tidemark.api.state;

/**
 * One value for each key, made of all that was added by a {@link Reducer}.
 *
 * @param <T> type of the value
 */
public interface ReducingState<T> extends State {
    /** The current key's value, or null when nothing was added. It is not to be changed. */
    T get() throws Exception;

    /** Adds a value, which is not null. */
    void add(T value) throws Exception;
}
