package io.tidemark.api.type;

import java.lang.reflect.Array;

final class ObjectArraySerializer<E> implements TypeSerializer<E[]>, CompositeSerializer {
    private static final long serialVersionUID = 1L;

    private final Class<E> elementClass;
    private final ElementSequence<E> elements;

    ObjectArraySerializer(Class<E> elementClass, TypeSerializer<E> element) {
        this.elementClass = elementClass;
        this.elements = new ElementSequence<>(element);
    }

    @Override
    public void serialize(E[] value, BinaryWriter out) {
        elements.write(value, out);
    }

    @Override
    public E[] deserialize(BinaryReader in) {
        long header = elements.readHeader(in);
        TypeSerializer<E> reader = elements.reader(header);
        E[] array = newArray(ElementSequence.count(header));
        for (int i = 0; i < array.length; i++) {
            array[i] = reader.deserialize(in);
        }
        return array;
    }

    @Override
    public E[] copy(E[] value) {
        E[] array = newArray(value.length);
        for (int i = 0; i < array.length; i++) {
            array[i] = elements.copy(value[i]);
        }
        return array;
    }

    @SuppressWarnings("unchecked")
    E[] newArray(int length) {
        return (E[]) Array.newInstance(elementClass, length);
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(E[] value) {
        int hash = StableHash.SEED;
        for (E element : value) {
            hash = StableHash.combine(hash, elements.hash(element));
        }
        return hash;
    }

    @Override
    public boolean equal(E[] a, E[] b) {
        if (a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (!elements.equal(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }

    @Override
    public TypeSerializer<?> part(int index) {
        return elements.serializer();
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.ARRAY, elementClass.getName() + "[]")
                .withField("element", true, elements.schema());
    }
}
