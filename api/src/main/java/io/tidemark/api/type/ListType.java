package io.tidemark.api.type;

import java.util.Collection;
import java.util.List;

/** {@code List} or {@code Collection}. */
final class ListType<E, C extends Collection<E>> extends CompositeType<C> {
    private static final long serialVersionUID = 1L;

    private final Class<C> type;
    private final TypeInformation<E> element;

    /** @param type the class List or the class Collection */
    @SuppressWarnings("unchecked")
    ListType(Class<?> type, TypeInformation<E> element) {
        this.type = (Class<C>) type;
        this.element = element;
    }

    @Override
    public Class<C> typeClass() {
        return type;
    }

    @Override
    public TypeSerializer<C> createSerializer() {
        return new ListSerializer<>(type, element.createSerializer());
    }

    @Override
    List<Part> parts() {
        return List.of(new Part("[]", element));
    }

    @Override
    String whyNeverKey() {
        return (Class<?>) type == List.class ? null : "a Collection has no value equality";
    }

    @Override
    public String toString() {
        return type.getSimpleName() + "<" + element + ">";
    }
}
