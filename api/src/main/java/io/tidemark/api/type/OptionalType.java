package io.tidemark.api.type;

import java.util.List;
import java.util.Optional;

final class OptionalType<E> extends CompositeType<Optional<E>> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<E> content;

    OptionalType(TypeInformation<E> content) {
        this.content = content;
    }

    @Override
    @SuppressWarnings("unchecked")
    public Class<Optional<E>> typeClass() {
        return (Class<Optional<E>>) (Class<?>) Optional.class;
    }

    @Override
    public TypeSerializer<Optional<E>> createSerializer() {
        return new OptionalSerializer<>(content.createSerializer());
    }

    @Override
    List<Part> parts() {
        return List.of(new Part(".value", content));
    }

    @Override
    String whyNeverKey() {
        return null;
    }

    @Override
    public String toString() {
        return "Optional<" + content + ">";
    }
}
