package io.tidemark.api.type;

import java.util.Map;

/** The number of the case, then the value as the case's own serializer writes it. */
final class SealedSerializer<T> implements TypeSerializer<T>, CompositeSerializer {
    private static final long serialVersionUID = 1L;

    private final Class<T> type;
    private final Class<?>[] classes;
    private final TypeSerializer<?>[] serializers;
    private final boolean immutable;

    /** @param classes of the cases; an enum's own for one whose constants have bodies */
    SealedSerializer(Class<T> type, Class<?>[] classes, TypeSerializer<?>[] serializers) {
        this.type = type;
        this.classes = classes;
        this.serializers = serializers;
        boolean allImmutable = true;
        for (TypeSerializer<?> serializer : serializers) {
            allImmutable &= serializer.isImmutable();
        }
        this.immutable = allImmutable;
    }

    private int caseOf(T value) {
        Class<?> valueClass = value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
        for (int i = 0; i < classes.length; i++) {
            if (classes[i] == valueClass) {
                return i;
            }
        }
        throw new IllegalArgumentException(valueClass.getName() + " is none of the cases of " + type.getName());
    }

    @SuppressWarnings("unchecked")
    private TypeSerializer<T> serializer(int number) {
        return (TypeSerializer<T>) serializers[number];
    }

    @Override
    public void serialize(T value, BinaryWriter out) {
        int number = caseOf(value);
        out.writeVarInt(number);
        serializer(number).serialize(value, out);
    }

    @Override
    public T deserialize(BinaryReader in) {
        return serializer(readCase(in, type.getName(), serializers.length)).deserialize(in);
    }

    /** The number of a case, of so many. */
    static int readCase(BinaryReader in, String typeName, int count) {
        int begin = in.position();
        int number = in.readVarInt();
        if (number < 0 || number >= count) {
            throw new CorruptDataException(begin, typeName + " has " + count + " cases, none of number " + number);
        }
        return number;
    }

    @Override
    public T copy(T value) {
        return immutable ? value : serializer(caseOf(value)).copy(value);
    }

    @Override
    public boolean isImmutable() {
        return immutable;
    }

    @Override
    public int hash(T value) {
        int number = caseOf(value);
        // By name, so that it stays when cases are added between others.
        return StableHash.combine(
                classes[number].getName().hashCode(), serializer(number).hash(value));
    }

    @Override
    public boolean equal(T a, T b) {
        int number = caseOf(a);
        return number == caseOf(b) && serializer(number).equal(a, b);
    }

    @Override
    public TypeSerializer<?> part(int index) {
        return serializers[index];
    }

    @Override
    public SerializerSnapshot schema() {
        SerializerSnapshot schema = SerializerSnapshot.of(SerializerSnapshot.Kind.SEALED, type.getName())
                .withFormerNames(FormerNames.ofClass(type), Map.of());
        for (int i = 0; i < serializers.length; i++) {
            schema = schema.withField(classes[i].getName(), false, serializers[i].schema());
        }
        return schema;
    }
}
