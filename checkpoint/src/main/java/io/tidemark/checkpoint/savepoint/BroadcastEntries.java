package io.tidemark.checkpoint.savepoint;

import io.tidemark.api.state.BroadcastStateDeclaration;
import io.tidemark.api.state.MapStateDescriptor;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeDescriptor;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** How a broadcast state is stored: as a list of its entries. */
final class BroadcastEntries {
    private BroadcastEntries() {}

    static <K, V> TypeSerializer<Tuple2<K, V>> serializer(MapStateDescriptor<K, V> descriptor) {
        return Types.TUPLE(descriptor.keyType(), descriptor.valueType()).createSerializer();
    }

    static <K, V> MapStateDescriptor<K, V> descriptor(BroadcastStateDeclaration<K, V> declaration) {
        return new MapStateDescriptor<>(
                declaration.getName(),
                TypeDescriptor.informationOf(declaration.getKeyTypeDescriptor()),
                TypeDescriptor.informationOf(declaration.getValueTypeDescriptor()));
    }

    static <K, V> List<Tuple2<K, V>> of(Map<K, V> map) {
        List<Tuple2<K, V>> entries = new ArrayList<>();
        map.forEach((key, value) -> entries.add(Tuple2.of(key, value)));
        return entries;
    }
}
