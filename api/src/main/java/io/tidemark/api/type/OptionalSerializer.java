package io.tidemark.api.type;

import java.util.Optional;

final class OptionalSerializer<E> implements TypeSerializer<Optional<E>>, CompositeSerializer {
    private static final long serialVersionUID = 1L;

    private final NullableSerializer<E> content;

    OptionalSerializer(TypeSerializer<E> present) {
        this.content = new NullableSerializer<>(present);
    }

    @Override
    public void serialize(Optional<E> value, BinaryWriter out) {
        content.serialize(value.orElse(null), out);
    }

    @Override
    public Optional<E> deserialize(BinaryReader in) {
        return Optional.ofNullable(content.deserialize(in));
    }

    @Override
    public Optional<E> copy(Optional<E> value) {
        return content.isImmutable() ? value : Optional.ofNullable(content.copy(value.orElse(null)));
    }

    @Override
    public boolean isImmutable() {
        return content.isImmutable();
    }

    @Override
    public int hash(Optional<E> value) {
        return StableHash.combine(StableHash.SEED, content.hash(value.orElse(null)));
    }

    @Override
    public boolean equal(Optional<E> a, Optional<E> b) {
        return content.equal(a.orElse(null), b.orElse(null));
    }

    @Override
    public TypeSerializer<?> part(int index) {
        return content.part(0);
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.OPTIONAL, Optional.class.getName())
                .withField("value", false, content.presentSchema());
    }
}
