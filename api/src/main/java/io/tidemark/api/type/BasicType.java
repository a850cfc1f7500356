package io.tidemark.api.type;

import java.util.Optional;

/** A type that Tidemark knows by itself. Its serializer has no state, so one serves all. */
final class BasicType<T> extends TypeInformation<T> {
    private static final long serialVersionUID = 1L;

    private final Class<T> type;
    private final TypeSerializer<T> serializer;
    private final String whyNotKey;

    /** @param whyNotKey null if it can be a key */
    BasicType(Class<T> type, TypeSerializer<T> serializer, String whyNotKey) {
        this.type = type;
        this.serializer = serializer;
        this.whyNotKey = whyNotKey;
    }

    @Override
    public Class<T> typeClass() {
        return type;
    }

    @Override
    public TypeSerializer<T> createSerializer() {
        return serializer;
    }

    @Override
    public Optional<String> whyNotKey() {
        return Optional.ofNullable(whyNotKey);
    }

    @Override
    public String toString() {
        return type.getSimpleName();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BasicType<?> that && type == that.type;
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }
}
