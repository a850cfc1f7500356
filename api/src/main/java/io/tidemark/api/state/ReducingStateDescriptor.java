package io.tidemark.api.state;

import io.tidemark.api.type.TypeHint;
import io.tidemark.api.type.TypeInformation;
import io.tidemark.api.type.TypeSerializer;
import java.util.Objects;

/**
 * Describes a {@link ReducingState}.
 *
 * @param <T> type of the value
 */
public final class ReducingStateDescriptor<T> extends StateDescriptor<ReducingState<T>, T> {
    private static final long serialVersionUID = 1L;

    private final Reducer<T> reducer;
    private final TypeInformation<T> type;

    /** @throws io.tidemark.api.type.InvalidTypesException when the class does not say enough about the type */
    public ReducingStateDescriptor(String name, Reducer<T> reducer, Class<T> type) {
        this(name, reducer, TypeInformation.of(type));
    }

    public ReducingStateDescriptor(String name, Reducer<T> reducer, TypeHint<T> type) {
        this(name, reducer, TypeInformation.of(type));
    }

    public ReducingStateDescriptor(String name, Reducer<T> reducer, TypeInformation<T> type) {
        super(name);
        this.reducer = Objects.requireNonNull(reducer, "reducer");
        this.type = Objects.requireNonNull(type, "type");
    }

    public Reducer<T> reducer() {
        return reducer;
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
        return Kind.REDUCING;
    }
}
