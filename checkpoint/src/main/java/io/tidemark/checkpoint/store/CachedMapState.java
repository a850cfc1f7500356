package io.tidemark.checkpoint.store;

import io.tidemark.api.state.MapState;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;

/**
 * A map for each key, as a table of its own. Single entries are looked up one by one; going over a map that does not fit
 * into the cache reads the rest a piece at a time, and brings nothing into the cache.
 */
final class CachedMapState<K, V> implements MapState<K, V> {
    private final StateCache cache;
    private final StateReader reader;
    private final CurrentKey current;
    private final StateDefinition state;
    private final int maxCachedBytes;
    private long stamp = -1;
    private StateTable table;

    /** @param maxCachedBytes up to how many stored bytes a map is brought into the cache whole when it is gone over */
    CachedMapState(
            StateCache cache, StateReader reader, CurrentKey current, StateDefinition state, int maxCachedBytes) {
        this.cache = cache;
        this.reader = reader;
        this.current = current;
        this.state = state;
        this.maxCachedBytes = maxCachedBytes;
    }

    /** The current key's table, or null when there is certainly nothing in it. */
    private StateTable table() {
        if (stamp != cache.stamp()) {
            table = cache.findTable(state, current.key(), current.hash());
            stamp = cache.stamp();
        }
        return table;
    }

    private int hash(K key) {
        return state.innerSerializer().hash(Objects.requireNonNull(key, "key of a map state"));
    }

    /** The entry of a map key; null when there is none. */
    private Entry load(K key) {
        StateTable of = table();
        if (of == null) {
            return null;
        }
        Entry entry = cache.load(of, key, hash(key));
        return entry == null || entry.value == null ? null : entry;
    }

    @SuppressWarnings("unchecked")
    private V read(StateTable of, Entry entry) {
        return (V) NullableValues.unwrap(cache.readable(of, entry).value);
    }

    @Override
    public V get(K key) {
        Entry entry = load(key);
        return entry == null ? null : read(table, entry);
    }

    @Override
    public boolean contains(K key) {
        return load(key) != null;
    }

    @Override
    public void put(K key, V value) {
        int hash = hash(key);
        StateTable of = table();
        if (of == null) {
            of = cache.table(state, current.key(), current.hash());
            table = of;
        }
        Entry entry = cache.find(of, key, hash);
        if (entry != null) {
            cache.set(of, entry, NullableValues.wrap(value));
        } else {
            cache.insert(of, of.newEntry(key, hash, NullableValues.wrap(value)), of.incomplete);
        }
    }

    @Override
    public void putAll(Map<K, V> map) {
        map.forEach(this::put);
    }

    @Override
    public void remove(K key) {
        StateTable of = table();
        if (of == null) {
            return;
        }
        int hash = hash(key);
        Entry entry = cache.find(of, key, hash);
        if (entry != null) {
            cache.delete(of, entry);
        } else if (of.incomplete) {
            cache.insert(of, of.newEntry(key, hash, null), true);
        }
    }

    @Override
    public void clear() {
        StateTable of = table();
        if (of != null) {
            cache.drop(of);
        }
    }

    private MapWalk walk() {
        return new MapWalk(cache, reader, state, current.key(), current.hash(), maxCachedBytes);
    }

    @Override
    public boolean isEmpty() {
        StateTable of = table();
        if (of == null || (of.live == 0 && !of.incomplete)) {
            return true;
        }
        return of.live == 0 && !walk().hasNext();
    }

    @Override
    public Iterable<Map.Entry<K, V>> entries() {
        return this::iterator;
    }

    @Override
    public Cursor iterator() {
        return new Cursor();
    }

    /** A walk over the entries of a key, good as long as that key is the current one. */
    final class Cursor implements Iterator<Map.Entry<K, V>> {
        private final Object ofKey = current.key();
        private final MapWalk present = walk();
        private K last;

        @Override
        public boolean hasNext() {
            return present.hasNext();
        }

        @Override
        @SuppressWarnings("unchecked")
        public Map.Entry<K, V> next() {
            present.next();
            last = (K) present.mapKey();
            return new MapEntry(last, ofKey, present.storedValue());
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException("next was not called");
            }
            remove(last);
            last = null;
        }

        /** Removes an entry that was walked over. */
        void remove(K key) {
            requireCurrent(ofKey);
            CachedMapState.this.remove(key);
        }
    }

    private void requireCurrent(Object key) {
        if (current.key() != key && !state.task().outer().equal(current.key(), key)) {
            throw new IllegalStateException("an entry of a map state was used after the current key had changed");
        }
    }

    @Override
    public Iterable<K> keys() {
        return () -> {
            Iterator<Map.Entry<K, V>> entries = iterator();
            return new Mapped<>(entries, Map.Entry::getKey);
        };
    }

    @Override
    public Iterable<V> values() {
        return () -> {
            Iterator<Map.Entry<K, V>> entries = iterator();
            return new Mapped<>(entries, Map.Entry::getValue);
        };
    }

    /** An entry that reads and writes the state; it is good as long as the key it came from is the current one. */
    private final class MapEntry implements Map.Entry<K, V> {
        private final K key;
        private final Object ofKey;
        /** As it was read from the database; it holds until the cache has an entry. Null when the cache had one. */
        private final Object storedValue;

        MapEntry(K key, Object ofKey, Object storedValue) {
            this.key = key;
            this.ofKey = ofKey;
            this.storedValue = storedValue;
        }

        @Override
        public K getKey() {
            return key;
        }

        @Override
        @SuppressWarnings("unchecked")
        public V getValue() {
            requireCurrent(ofKey);
            StateTable of = storedValue == null ? null : table();
            boolean isAsRead = of != null && of.incomplete && cache.find(of, key, hash(key)) == null;
            return isAsRead ? (V) NullableValues.unwrap(storedValue) : get(key);
        }

        @Override
        public V setValue(V value) {
            requireCurrent(ofKey);
            V old = getValue();
            put(key, value);
            return old;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Map.Entry<?, ?> that
                    && key.equals(that.getKey())
                    && Objects.equals(getValue(), that.getValue());
        }

        @Override
        public int hashCode() {
            return key.hashCode() ^ Objects.hashCode(getValue());
        }

        @Override
        public String toString() {
            return key + "=" + getValue();
        }
    }
}
