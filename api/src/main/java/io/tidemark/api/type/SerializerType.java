package io.tidemark.api.type;

/**
 * The type of values of which only the serializer is known.
 *
 * @param <T> the type
 */
public final class SerializerType<T> extends TypeInformation<T> {
    private static final long serialVersionUID = 1L;

    private final TypeSerializer<T> serializer;

    public SerializerType(TypeSerializer<T> serializer) {
        this.serializer = serializer;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Class<T> typeClass() {
        return (Class<T>) Object.class;
    }

    @Override
    public TypeSerializer<T> createSerializer() {
        return serializer;
    }

    @Override
    public String toString() {
        return serializer.schema().typeName();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SerializerType<?> that && serializer.equals(that.serializer);
    }

    @Override
    public int hashCode() {
        return serializer.hashCode();
    }
}
