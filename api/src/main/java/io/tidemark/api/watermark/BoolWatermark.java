package io.tidemark.api.watermark;

import java.io.Serializable;
import java.util.Objects;

/** A watermark with a flag. Immutable. */
public final class BoolWatermark implements Watermark, Serializable {
    private static final long serialVersionUID = 1L;

    private final boolean value;
    private final String identifier;

    /** As {@link BoolWatermarkDeclaration#newWatermark}, for who has the identifier only. */
    public BoolWatermark(boolean value, String identifier) {
        this.value = value;
        this.identifier = Objects.requireNonNull(identifier, "identifier");
    }

    public boolean getValue() {
        return value;
    }

    @Override
    public String getIdentifier() {
        return identifier;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BoolWatermark that && value == that.value && identifier.equals(that.identifier);
    }

    @Override
    public int hashCode() {
        return 31 * identifier.hashCode() + Boolean.hashCode(value);
    }

    @Override
    public String toString() {
        return identifier + "=" + value;
    }
}
