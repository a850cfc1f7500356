package io.tidemark.api.state;

import java.util.List;

/**
 * A list for each key, kept element by element.
 *
 * @param <T> type of an element
 */
public interface ListState<T> extends State {
    /** The current key's elements in the order in which they were added; empty when there are none, never null. */
    Iterable<T> get() throws Exception;

    /** Appends an element, which is not null. */
    void add(T value) throws Exception;

    /** Appends elements, none of which is null. */
    void addAll(List<T> values) throws Exception;

    /** Replaces all elements; none of the new ones is null. */
    void update(List<T> values) throws Exception;
}
