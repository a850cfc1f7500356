package io.tidemark.api.state;

import java.io.IOException;

/**
 * One value for each key.
 *
 * @param <T> type of the value
 */
public interface ValueState<T> extends State {
    /** The current key's value, or null. To keep a change made to it, call {@link #update}. */
    T value() throws IOException;

    /** Sets the current key's value; null clears it. */
    void update(T value) throws IOException;
}
