package io.tidemark.api.type;

import java.util.List;
import java.util.Map;

final class MapType<K, V> extends CompositeType<Map<K, V>> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<K> key;
    private final TypeInformation<V> value;

    MapType(TypeInformation<K> key, TypeInformation<V> value) {
        this.key = key;
        this.value = value;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Class<Map<K, V>> typeClass() {
        return (Class<Map<K, V>>) (Class<?>) Map.class;
    }

    @Override
    public TypeSerializer<Map<K, V>> createSerializer() {
        return new MapSerializer<>(key.createSerializer(), value.createSerializer());
    }

    @Override
    List<Part> parts() {
        return List.of(new Part("[key]", key), new Part("[value]", value));
    }

    @Override
    String whyNeverKey() {
        return "equal maps can have their entries in different orders, and so different bytes";
    }

    @Override
    public String toString() {
        return "Map<" + key + ", " + value + ">";
    }
}
