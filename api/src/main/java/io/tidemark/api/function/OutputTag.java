package io.tidemark.api.function;

import io.tidemark.api.type.InvalidTypesException;
import io.tidemark.api.type.TypeExtractor;
import io.tidemark.api.type.TypeHint;
import io.tidemark.api.type.TypeInformation;
import java.io.Serializable;
import java.util.Objects;

/**
 * Names a side output. Two tags with the same id are the same. Write an anonymous subclass, which keeps the type:
 *
 * <pre>{@code
 * static final OutputTag<Reading> LATE = new OutputTag<>("late") {};
 * }</pre>
 *
 * @param <T> type of the records
 */
public class OutputTag<T> implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String id;
    private final TypeInformation<T> type;

    /**
     * A tag whose type is that of the anonymous subclass.
     *
     * @throws InvalidTypesException when the braces are missing, or the type is or contains a type variable
     */
    public OutputTag(String id) {
        this.id = checkId(id);
        this.type = captured();
    }

    /** A tag with this type. */
    public OutputTag(String id, TypeInformation<T> type) {
        this.id = checkId(id);
        this.type = Objects.requireNonNull(type, "type");
    }

    /** A tag with the type that the hint captured. */
    public OutputTag(String id, TypeHint<T> type) {
        this(id, TypeInformation.of(type));
    }

    private static String checkId(String id) {
        if (id == null || id.isEmpty()) {
            throw new IllegalArgumentException("an OutputTag needs an id that is not empty");
        }
        return id;
    }

    private TypeInformation<T> captured() {
        if (getClass() == OutputTag.class) {
            throw new InvalidTypesException(
                    "The type of OutputTag \"" + id + "\" is not known.",
                    "Write new OutputTag<Reading>(\"" + id + "\") {}, with the braces, or give the type as a second"
                            + " argument.");
        }
        return TypeExtractor.outputOf(this, OutputTag.class, 0, "OutputTag \"" + id + "\"");
    }

    /** In the plan a tag is plain: what surrounds the place where its anonymous subclass was written stays behind. */
    protected Object writeReplace() {
        return getClass() == OutputTag.class ? this : new OutputTag<>(id, type);
    }

    /** Unique within the operator that writes to it. */
    public String getId() {
        return id;
    }

    public TypeInformation<T> getTypeInfo() {
        return type;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof OutputTag<?> that && id.equals(that.id);
    }

    @Override
    public final int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return "OutputTag(" + id + ", " + type + ")";
    }
}
