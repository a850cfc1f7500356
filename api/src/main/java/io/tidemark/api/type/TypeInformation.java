package io.tidemark.api.type;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Describes a type while a job is planned, and creates serializers for it. Immutable, thread-safe, and compared by value.
 *
 * <p>{@link Types} has one for every type that Tidemark knows. To bring a serializer of your own, extend this class.
 *
 * @param <T> the type
 */
public abstract non-sealed class TypeInformation<T> implements TypeDescriptor<T> {
    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    protected TypeInformation() {}

    /**
     * The type of a class that is not generic.
     *
     * @throws InvalidTypesException if the class says too little, as {@code List.class} and {@code Object.class} do
     */
    @SuppressWarnings("unchecked")
    public static <T> TypeInformation<T> of(Class<T> type) {
        return (TypeInformation<T>) TypeExtractor.of(type);
    }

    /** The type that a hint captured. */
    public static <T> TypeInformation<T> of(TypeHint<T> hint) {
        return hint.typeInformation();
    }

    /** The class of the values, erased; the wrapper class for a primitive type. */
    public abstract Class<T> typeClass();

    @Override
    public final Class<T> getTypeClass() {
        return typeClass();
    }

    /** A new serializer, for the use of one thread. */
    public abstract TypeSerializer<T> createSerializer();

    /** Why values cannot be keys, in one line; empty if they can. */
    public Optional<String> whyNotKey() {
        return Optional.empty();
    }

    /** Whether values can be keys: they have value equality, and equal values have equal bytes. */
    public final boolean isKeyType() {
        return whyNotKey().isEmpty();
    }

    /**
     * The types of the fields of a tuple, record or POJO, by name, in the order in which they are written; empty for others.
     */
    public Map<String, TypeInformation<?>> fields() {
        return Map.of();
    }

    /** The places in this type at which the serializer of last resort is used, with the reasons. */
    public List<TypeFallback> fallbacks() {
        return List.of();
    }

    /** The type as one would write it in Java, such as {@code Tuple2<String, Integer>}. */
    @Override
    public abstract String toString();

    @Override
    public abstract boolean equals(Object other);

    @Override
    public abstract int hashCode();
}
