package io.tidemark.api.type;

/** A type with a serializer of the job's own. Two are the same if their schemas are. */
final class CustomType<T> extends TypeInformation<T> {
    private static final long serialVersionUID = 1L;

    private final Class<T> type;
    private final SerializerFactory<T> serializers;

    CustomType(Class<T> type, SerializerFactory<T> serializers) {
        this.type = type;
        this.serializers = serializers;
    }

    @Override
    public Class<T> typeClass() {
        return type;
    }

    @Override
    public TypeSerializer<T> createSerializer() {
        return serializers.create();
    }

    @Override
    public String toString() {
        return type.getSimpleName();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CustomType<?> that
                && type == that.type
                && createSerializer().schema().equals(that.createSerializer().schema());
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }
}
