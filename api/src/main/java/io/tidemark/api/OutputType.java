package io.tidemark.api;

import io.tidemark.api.plan.InvalidPlanException;
import io.tidemark.api.type.InvalidTypesException;
import io.tidemark.api.type.TypeInformation;
import java.util.function.Supplier;

/**
 * The type of an operator's records, which may be missing until the author gives it with {@code returns} or somebody
 * needs it.
 */
final class OutputType<T> {
    private final Supplier<TypeInformation<T>> source;
    private TypeInformation<T> type;
    private boolean isUsed;

    private OutputType(Supplier<TypeInformation<T>> source) {
        this.source = source;
    }

    static <T> OutputType<T> of(TypeInformation<T> type) {
        return new OutputType<>(() -> type);
    }

    /** What a supplier says once the type is needed; it may throw {@link InvalidTypesException}. */
    static <T> OutputType<T> later(Supplier<TypeInformation<T>> source) {
        return new OutputType<>(source);
    }

    /** Whether {@link #use} would succeed. */
    boolean isKnown() {
        if (type != null) {
            return true;
        }
        try {
            type = source.get();
            return true;
        } catch (InvalidTypesException e) {
            return false;
        }
    }

    /**
     * The type, which cannot change from now on.
     *
     * @throws InvalidTypesException when it is missing, saying what to write
     */
    TypeInformation<T> use() {
        if (type == null) {
            type = source.get();
        }
        isUsed = true;
        return type;
    }

    /** Sets the type. */
    void give(TypeInformation<T> given, String owner) {
        if (isUsed && !given.equals(type)) {
            throw new InvalidPlanException(
                    owner + ": returns(" + given + ") comes too late, its records were taken for " + type
                            + " already. Call returns right after the operator.");
        }
        type = given;
    }
}
