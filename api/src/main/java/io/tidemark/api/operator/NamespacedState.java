package io.tidemark.api.operator;

/** A table of values by key for each namespace (a window, a slice). */
public interface NamespacedState<N, V> {
    /** The value of the current key, or null. */
    V get(N namespace);

    /** Sets the value of the current key; {@code value} is not null. */
    void put(N namespace, V value);

    void remove(N namespace);

    /**
     * Tells that the values of some keys of a namespace will be asked for next. It changes nothing, but the state may look them
     * up together, which takes less time than one by one.
     *
     * @param keyHashes {@code TypeSerializer.hash} of the keys; only the first {@code count} count
     */
    default void expect(N namespace, int[] keyHashes, int count) {}

    /** Walks all keys of a namespace, in no promised order. Valid until the namespace is written or dropped. */
    Cursor<V> cursor(N namespace);

    /** Removes the values of all keys of a namespace. */
    void drop(N namespace);

    /** A walk that can be left and taken up again later. */
    interface Cursor<V> extends AutoCloseable {
        boolean next();

        Object key();

        int keyHash();

        V value();

        @Override
        void close();
    }
}
