package io.tidemark.api.state;

import io.tidemark.api.type.TypeHint;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import java.util.Map;
import java.util.Objects;

/**
 * Describes a {@link MapState}.
 *
 * @param <K> type of the map's keys
 * @param <V> type of the map's values
 */
public final class MapStateDescriptor<K, V> extends StateDescriptor<MapState<K, V>, Map<K, V>> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<K> keyType;
    private final TypeInformation<V> valueType;

    /** @throws io.tidemark.api.type.InvalidTypesException when a class does not say enough about its type */
    public MapStateDescriptor(String name, Class<K> keyType, Class<V> valueType) {
        this(name, TypeInformation.of(keyType), TypeInformation.of(valueType));
    }

    public MapStateDescriptor(String name, TypeHint<K> keyType, TypeHint<V> valueType) {
        this(name, TypeInformation.of(keyType), TypeInformation.of(valueType));
    }

    /** @throws IllegalArgumentException when the key type cannot be a key, saying why */
    public MapStateDescriptor(String name, TypeInformation<K> keyType, TypeInformation<V> valueType) {
        super(name);
        this.keyType = Objects.requireNonNull(keyType, "keyType");
        this.valueType = Objects.requireNonNull(valueType, "valueType");
        keyType.whyNotKey().ifPresent(why -> {
            throw new IllegalArgumentException(
                    "map state \"" + name + "\" cannot have keys of type " + keyType + ": " + why);
        });
    }

    public TypeInformation<K> keyType() {
        return keyType;
    }

    public TypeInformation<V> valueType() {
        return valueType;
    }

    /** A new serializer of the map's keys, for one thread. */
    public TypeSerializer<K> createKeySerializer() {
        return keyType.createSerializer();
    }

    /** A new serializer of the map's values, for one thread. */
    public TypeSerializer<V> createValueSerializer() {
        return valueType.createSerializer();
    }

    @Override
    public Kind kind() {
        return Kind.MAP;
    }
}
