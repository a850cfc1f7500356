package io.tidemark.api.type;

import java.util.List;

final class ObjectArrayType<E> extends CompositeType<E[]> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<E> element;

    ObjectArrayType(TypeInformation<E> element) {
        this.element = element;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Class<E[]> typeClass() {
        return (Class<E[]>) element.typeClass().arrayType();
    }

    @Override
    public TypeSerializer<E[]> createSerializer() {
        return new ObjectArraySerializer<>(element.typeClass(), element.createSerializer());
    }

    @Override
    List<Part> parts() {
        return List.of(new Part("[]", element));
    }

    @Override
    String whyNeverKey() {
        return "an array has no value equality";
    }

    @Override
    public String toString() {
        return element + "[]";
    }
}
