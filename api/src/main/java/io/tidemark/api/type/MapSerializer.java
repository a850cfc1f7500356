package io.tidemark.api.type;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All keys, then all values. Whatever class was written, a {@code LinkedHashMap} of the same order is read. */
final class MapSerializer<K, V> implements TypeSerializer<Map<K, V>>, CompositeSerializer {
    private static final long serialVersionUID = 1L;

    private final ElementSequence<K> keys;
    private final ElementSequence<V> values;

    MapSerializer(TypeSerializer<K> key, TypeSerializer<V> value) {
        this.keys = new ElementSequence<>(key);
        this.values = new ElementSequence<>(value);
    }

    @Override
    public void serialize(Map<K, V> value, BinaryWriter out) {
        int size = value.size();
        keys.write(value.keySet(), size, out);
        values.write(value.values(), size, out);
    }

    @Override
    public Map<K, V> deserialize(BinaryReader in) {
        int begin = in.position();
        long keyHeader = keys.readHeader(in);
        int size = ElementSequence.count(keyHeader);
        List<K> orderedKeys = new ArrayList<>(size);
        keys.readInto(orderedKeys, keyHeader, in);
        long valueHeader = values.readHeader(in);
        if (ElementSequence.count(valueHeader) != size) {
            throw new CorruptDataException(
                    begin, "a map holds " + size + " keys and " + ElementSequence.count(valueHeader) + " values");
        }
        TypeSerializer<V> valueReader = values.reader(valueHeader);
        Map<K, V> map = newMap(size);
        for (K key : orderedKeys) {
            map.put(key, valueReader.deserialize(in));
        }
        if (map.size() != size) {
            throw new CorruptDataException(begin, "a map holds a key twice");
        }
        return map;
    }

    @Override
    public Map<K, V> copy(Map<K, V> value) {
        Map<K, V> map = newMap(value.size());
        for (Map.Entry<K, V> entry : value.entrySet()) {
            map.put(keys.copy(entry.getKey()), values.copy(entry.getValue()));
        }
        return map;
    }

    private static <K, V> Map<K, V> newMap(int size) {
        return new LinkedHashMap<>((int) Math.min(1 << 30, size * 4L / 3 + 1));
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(Map<K, V> value) {
        int hash = StableHash.SEED;
        for (Map.Entry<K, V> entry : value.entrySet()) {
            int entryHash = StableHash.combine(keys.hash(entry.getKey()), values.hash(entry.getValue()));
            hash += StableHash.finish(entryHash); // a sum, since maps have no order
        }
        return hash;
    }

    @Override
    public boolean equal(Map<K, V> a, Map<K, V> b) {
        if (a.size() != b.size()) {
            return false;
        }
        for (Map.Entry<K, V> entry : a.entrySet()) {
            V other = b.get(entry.getKey());
            if (!values.equal(entry.getValue(), other) || (other == null && !b.containsKey(entry.getKey()))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public TypeSerializer<?> part(int index) {
        return index == 0 ? keys.serializer() : values.serializer();
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.MAP, Map.class.getName())
                .withField("key", true, keys.schema())
                .withField("value", true, values.schema());
    }
}
