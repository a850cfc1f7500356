package io.tidemark.api.type;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;

/** Serves {@code List} and {@code Collection}; whatever class was written, an {@code ArrayList} is read. */
final class ListSerializer<E, C extends Collection<E>> implements TypeSerializer<C>, CompositeSerializer {
    private static final long serialVersionUID = 1L;

    private final Class<C> type;
    private final ElementSequence<E> elements;

    ListSerializer(Class<C> type, TypeSerializer<E> element) {
        this.type = type;
        this.elements = new ElementSequence<>(element);
    }

    @Override
    public void serialize(C value, BinaryWriter out) {
        elements.write(value, value.size(), out);
    }

    @Override
    public C deserialize(BinaryReader in) {
        long header = elements.readHeader(in);
        ArrayList<E> list = new ArrayList<>(ElementSequence.count(header));
        elements.readInto(list, header, in);
        return type.cast(list);
    }

    @Override
    public C copy(C value) {
        ArrayList<E> list = new ArrayList<>(value.size());
        for (E element : value) {
            list.add(elements.copy(element));
        }
        return type.cast(list);
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(C value) {
        int hash = StableHash.SEED;
        for (E element : value) {
            hash = StableHash.combine(hash, elements.hash(element));
        }
        return hash;
    }

    @Override
    public boolean equal(C a, C b) {
        if (a.size() != b.size()) {
            return false;
        }
        Iterator<E> others = b.iterator();
        for (E element : a) {
            if (!others.hasNext() || !elements.equal(element, others.next())) {
                return false;
            }
        }
        return !others.hasNext();
    }

    @Override
    public TypeSerializer<?> part(int index) {
        return elements.serializer();
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.LIST, type.getName())
                .withField("element", true, elements.schema());
    }
}
