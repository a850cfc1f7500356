package io.tidemark.api.state;

import io.tidemark.api.type.TypeHint;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import java.util.Objects;

/**
 * Describes a {@link ListState}.
 *
 * @param <T> type of an element
 */
public final class ListStateDescriptor<T> extends StateDescriptor<ListState<T>, T> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<T> type;

    /** @throws io.tidemark.api.type.InvalidTypesException when the class does not say enough about the type */
    public ListStateDescriptor(String name, Class<T> type) {
        this(name, TypeInformation.of(type));
    }

    public ListStateDescriptor(String name, TypeHint<T> type) {
        this(name, TypeInformation.of(type));
    }

    public ListStateDescriptor(String name, TypeInformation<T> type) {
        super(name);
        this.type = Objects.requireNonNull(type, "type");
    }

    public TypeInformation<T> elementType() {
        return type;
    }

    /** A new serializer of an element, for one thread. */
    public TypeSerializer<T> createSerializer() {
        return type.createSerializer();
    }

    @Override
    public Kind kind() {
        return Kind.LIST;
    }
}
