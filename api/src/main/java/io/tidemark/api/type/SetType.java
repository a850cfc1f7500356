package io.tidemark.api.type;

import java.util.List;
import java.util.Set;

final class SetType<E> extends CompositeType<Set<E>> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<E> element;

    SetType(TypeInformation<E> element) {
        this.element = element;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Class<Set<E>> typeClass() {
        return (Class<Set<E>>) (Class<?>) Set.class;
    }

    @Override
    public TypeSerializer<Set<E>> createSerializer() {
        return new SetSerializer<>(element.createSerializer());
    }

    @Override
    List<Part> parts() {
        return List.of(new Part("[]", element));
    }

    @Override
    String whyNeverKey() {
        return "equal sets can have their elements in different orders, and so different bytes";
    }

    @Override
    public String toString() {
        return "Set<" + element + ">";
    }
}
