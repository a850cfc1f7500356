package io.tidemark.api.type;

/**
 * Takes null where the serializer it wraps does not, for one byte more a value.
 *
 * @param <T> type of the values
 */
public final class NullableSerializer<T> implements TypeSerializer<T>, CompositeSerializer {
    private static final long serialVersionUID = 1L;

    private final TypeSerializer<T> present;

    public NullableSerializer(TypeSerializer<T> present) {
        this.present = present;
    }

    @Override
    public void serialize(T value, BinaryWriter out) {
        out.writeBoolean(value != null);
        if (value != null) {
            present.serialize(value, out);
        }
    }

    @Override
    public T deserialize(BinaryReader in) {
        return in.readBoolean() ? present.deserialize(in) : null;
    }

    @Override
    public T copy(T value) {
        return value == null ? null : present.copy(value);
    }

    @Override
    public boolean isImmutable() {
        return present.isImmutable();
    }

    @Override
    public int hash(T value) {
        return value == null ? 0 : present.hash(value);
    }

    @Override
    public boolean equal(T a, T b) {
        return a == null || b == null ? a == b : present.equal(a, b);
    }

    SerializerSnapshot presentSchema() {
        return present.schema();
    }

    @Override
    public TypeSerializer<?> part(int index) {
        return present;
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(
                        SerializerSnapshot.Kind.NULLABLE, present.schema().typeName())
                .withField("value", false, present.schema());
    }
}
