package io.tidemark.api.type;

import java.util.LinkedHashSet;
import java.util.Set;

/** Whatever class was written, a {@code LinkedHashSet} of the same order is read. */
final class SetSerializer<E> implements TypeSerializer<Set<E>>, CompositeSerializer {
    private static final long serialVersionUID = 1L;

    private final ElementSequence<E> elements;

    SetSerializer(TypeSerializer<E> element) {
        this.elements = new ElementSequence<>(element);
    }

    @Override
    public void serialize(Set<E> value, BinaryWriter out) {
        elements.write(value, value.size(), out);
    }

    @Override
    public Set<E> deserialize(BinaryReader in) {
        int begin = in.position();
        long header = elements.readHeader(in);
        Set<E> set = newSet(ElementSequence.count(header));
        elements.readInto(set, header, in);
        if (set.size() != ElementSequence.count(header)) {
            throw new CorruptDataException(begin, "a set holds an element twice");
        }
        return set;
    }

    @Override
    public Set<E> copy(Set<E> value) {
        Set<E> set = newSet(value.size());
        for (E element : value) {
            set.add(elements.copy(element));
        }
        return set;
    }

    private static <E> Set<E> newSet(int size) {
        return new LinkedHashSet<>((int) Math.min(1 << 30, size * 4L / 3 + 1));
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(Set<E> value) {
        int hash = StableHash.SEED;
        for (E element : value) {
            hash += StableHash.finish(elements.hash(element)); // a sum, since sets have no order
        }
        return hash;
    }

    @Override
    public TypeSerializer<?> part(int index) {
        return elements.serializer();
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.SET, Set.class.getName())
                .withField("element", true, elements.schema());
    }
}
