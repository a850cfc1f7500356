package io.tidemark.api.type;

/**
 * Creates serializers of last resort, for types that nothing else fits. Found by {@link java.util.ServiceLoader}; the
 * implementation comes with the runtime.
 */
public interface FallbackSerializerProvider {

    /**
     * A new serializer for values of a type and of its subclasses. The type may be an interface or {@code Object}. It
     * writes the number of bytes that follow ({@link BinaryWriter#writeVarInt}) and those, so that a value can be left out
     * when its class is gone.
     *
     * @param <T> type of the values
     */
    <T> TypeSerializer<T> create(Class<T> type);
}
