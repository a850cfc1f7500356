package io.tidemark.checkpoint.kryo;

import io.tidemark.api.type.FallbackSerializerProvider;
import io.tidemark.api.type.TypeSerializer;

/** Provides serializers of last resort by Kryo. */
public final class KryoFallbackSerializerProvider implements FallbackSerializerProvider {

    /** For {@code ServiceLoader}. */
    public KryoFallbackSerializerProvider() {}

    @Override
    public <T> TypeSerializer<T> create(Class<T> type) {
        return new KryoSerializer<>(type);
    }
}
