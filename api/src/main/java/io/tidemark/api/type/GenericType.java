package io.tidemark.api.type;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** A type that is left to the serializer of last resort. */
final class GenericType<T> extends TypeInformation<T> {
    private static final long serialVersionUID = 1L;

    private final Class<T> type;
    private final String reason;

    /** @param reason why it fell back; null if the job's author asked for it */
    GenericType(Class<T> type, String reason) {
        this.type = type;
        this.reason = reason;
    }

    @Override
    public Class<T> typeClass() {
        return type;
    }

    @Override
    public TypeSerializer<T> createSerializer() {
        return provider().create(type);
    }

    private FallbackSerializerProvider provider() {
        return provider(FallbackSerializerProvider.class.getClassLoader())
                .or(() -> provider(Thread.currentThread().getContextClassLoader()))
                .orElseThrow(() -> new IllegalStateException(type.getName()
                        + " needs the serializer of last resort, and no FallbackSerializerProvider is on the class path.\n"
                        + "Add the runtime (tidemark-checkpoint), or make the type a record or a POJO."));
    }

    private static Optional<FallbackSerializerProvider> provider(ClassLoader loader) {
        return ServiceLoader.load(FallbackSerializerProvider.class, loader).findFirst();
    }

    @Override
    public Optional<String> whyNotKey() {
        return Optional.of(type.getSimpleName()
                + " is left to the serializer of last resort, whose bytes may differ for equal" + " values");
    }

    @Override
    public List<TypeFallback> fallbacks() {
        return reason == null ? List.of() : List.of(new TypeFallback("", type.getName(), reason));
    }

    @Override
    public String toString() {
        return "GENERIC(" + type.getSimpleName() + ")";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GenericType<?> that && type == that.type;
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }
}
