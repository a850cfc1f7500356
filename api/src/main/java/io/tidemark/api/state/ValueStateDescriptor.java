package io.tidemark.api.state;

import io.tidemark.api.type.TypeHint;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import java.util.Objects;

/**
 * Describes a {@link ValueState}.
 *
 * @param <T> type of the value
 */
public final class ValueStateDescriptor<T> extends StateDescriptor<ValueState<T>, T> {
    private static final long serialVersionUID = 1L;

    private final TypeInformation<T> type;

    /** @throws io.tidemark.api.type.InvalidTypesException when the class does not say enough about the type */
    public ValueStateDescriptor(String name, Class<T> type) {
        this(name, TypeInformation.of(type));
    }

    public ValueStateDescriptor(String name, TypeHint<T> type) {
        this(name, TypeInformation.of(type));
    }

    public ValueStateDescriptor(String name, TypeInformation<T> type) {
        super(name);
        this.type = Objects.requireNonNull(type, "type");
    }

    public TypeInformation<T> valueType() {
        return type;
    }

    /** A new serializer of the value, for one thread. */
    public TypeSerializer<T> createSerializer() {
        return type.createSerializer();
    }

    @Override
    public Kind kind() {
        return Kind.VALUE;
    }
}
