package io.tidemark.api.type;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A type that is made of others. */
abstract class CompositeType<T> extends TypeInformation<T> {
    private static final long serialVersionUID = 1L;

    /** One of the others, and how it is reached: {@code .field}, {@code []}. */
    record Part(String path, TypeInformation<?> type) {}

    abstract List<Part> parts();

    /** Why it cannot be a key whatever its parts are; null if that depends on them. */
    abstract String whyNeverKey();

    @Override
    public Optional<String> whyNotKey() {
        if (whyNeverKey() != null) {
            return Optional.of(whyNeverKey());
        }
        return parts().stream().flatMap(part -> whyNotKey(part).stream()).findFirst();
    }

    private Optional<String> whyNotKey(Part part) {
        return part.type().whyNotKey().map(why -> this + " holds " + part.type() + " at " + part.path() + ": " + why);
    }

    @Override
    public List<TypeFallback> fallbacks() {
        return parts().stream().flatMap(CompositeType::fallbacks).toList();
    }

    private static Stream<TypeFallback> fallbacks(Part part) {
        return part.type().fallbacks().stream()
                .map(inner -> new TypeFallback(part.path() + inner.path(), inner.typeName(), inner.reason()));
    }

    @Override
    public boolean equals(Object other) {
        return other != null
                && getClass() == other.getClass()
                && typeClass() == ((CompositeType<?>) other).typeClass()
                && parts().equals(((CompositeType<?>) other).parts());
    }

    @Override
    public int hashCode() {
        return 31 * typeClass().hashCode() + parts().hashCode();
    }
}
