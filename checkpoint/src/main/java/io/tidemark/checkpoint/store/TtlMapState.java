package io.tidemark.checkpoint.store;

import io.tidemark.api.state.MapState;
import java.util.Iterator;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;

/** A map for each key, each of whose entries grows old. */
final class TtlMapState<K, V> implements MapState<K, V> {
    private final CachedMapState<K, TtlValue> entries;
    private final TtlRule rule;

    TtlMapState(CachedMapState<K, TtlValue> entries, TtlRule rule) {
        this.entries = entries;
        this.rule = rule;
    }

    private TtlValue begin(V value) {
        return rule.begin(NullableValues.wrap(value));
    }

    @SuppressWarnings("unchecked")
    private V unwrap(TtlValue stored) {
        return stored == null ? null : (V) NullableValues.unwrap(stored.value());
    }

    /** What reading a map key gives; null when there is nothing. */
    private TtlValue read(K key) {
        TtlValue stored = entries.get(key);
        if (stored == null) {
            return null;
        }
        if (rule.isOver(stored)) {
            entries.remove(key);
            return rule.returnsExpired() ? stored : null;
        }
        if (rule.isRenewable(stored)) {
            entries.put(key, rule.begin(stored.value()));
        }
        return stored;
    }

    @Override
    public V get(K key) {
        return unwrap(read(key));
    }

    @Override
    public boolean contains(K key) {
        return read(key) != null;
    }

    @Override
    public void put(K key, V value) {
        entries.put(key, begin(value));
    }

    @Override
    public void putAll(Map<K, V> map) {
        map.forEach(this::put);
    }

    @Override
    public void remove(K key) {
        entries.remove(key);
    }

    @Override
    public boolean isEmpty() {
        return !iterator().hasNext();
    }

    @Override
    public void clear() {
        entries.clear();
    }

    @Override
    public Iterable<Map.Entry<K, V>> entries() {
        return this::iterator;
    }

    @Override
    public Iterable<K> keys() {
        return () -> new Mapped<>(iterator(), Map.Entry::getKey);
    }

    @Override
    public Iterable<V> values() {
        return () -> new Mapped<>(iterator(), Map.Entry::getValue);
    }

    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        CachedMapState<K, TtlValue>.Cursor all = entries.iterator();
        return new Iterator<>() {
            private Map.Entry<K, TtlValue> ahead;
            private K last;

            @Override
            public boolean hasNext() {
                while (ahead == null && all.hasNext()) {
                    Map.Entry<K, TtlValue> next = all.next();
                    TtlValue stored = next.getValue();
                    if (rule.isOver(stored)) {
                        all.remove();
                        ahead = rule.returnsExpired() ? Map.entry(next.getKey(), stored) : null;
                    } else {
                        if (rule.isRenewable(stored)) {
                            next.setValue(rule.begin(stored.value()));
                        }
                        ahead = next;
                    }
                }
                return ahead != null;
            }

            @Override
            public Map.Entry<K, V> next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                Map.Entry<K, TtlValue> next = ahead;
                ahead = null;
                last = next.getKey();
                return new LivingEntry(next);
            }

            @Override
            public void remove() {
                if (last == null) {
                    throw new IllegalStateException("next was not called");
                }
                all.remove(last);
                last = null;
            }
        };
    }

    /** An entry that shows the value and writes it with a new time. */
    private final class LivingEntry implements Map.Entry<K, V> {
        private final Map.Entry<K, TtlValue> entry;

        LivingEntry(Map.Entry<K, TtlValue> entry) {
            this.entry = entry;
        }

        @Override
        public K getKey() {
            return entry.getKey();
        }

        @Override
        public V getValue() {
            return unwrap(entry.getValue());
        }

        @Override
        public V setValue(V value) {
            V old = getValue();
            put(getKey(), value);
            return old;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Map.Entry<?, ?> that
                    && getKey().equals(that.getKey())
                    && Objects.equals(getValue(), that.getValue());
        }

        @Override
        public int hashCode() {
            return getKey().hashCode() ^ Objects.hashCode(getValue());
        }

        @Override
        public String toString() {
            return getKey() + "=" + getValue();
        }
    }
}
