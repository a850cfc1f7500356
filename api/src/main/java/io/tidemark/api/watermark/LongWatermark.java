package io.tidemark.api.watermark;

import java.io.Serializable;
import java.util.Objects;

/** A watermark with a number. Immutable. */
public final class LongWatermark implements Watermark, Serializable {
    private static final long serialVersionUID = 1L;

    private final long value;
    private final String identifier;

    /** As {@link LongWatermarkDeclaration#newWatermark}, for who has the identifier only. */
    public LongWatermark(long value, String identifier) {
        this.value = value;
        this.identifier = Objects.requireNonNull(identifier, "identifier");
    }

    public long getValue() {
        return value;
    }

    @Override
    public String getIdentifier() {
        return identifier;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LongWatermark that && value == that.value && identifier.equals(that.identifier);
    }

    @Override
    public int hashCode() {
        return 31 * identifier.hashCode() + Long.hashCode(value);
    }

    @Override
    public String toString() {
        return identifier + "=" + value;
    }
}
