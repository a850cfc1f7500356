package io.tidemark.checkpoint.schema;

import io.tidemark.api.type.SchemaDifference;

/**
 * A difference in one part of a state.
 *
 * @param role the part: "value", "element", "mapKey", "namespace", "kind", ...
 */
public record RoleDifference(String role, SchemaDifference difference) {
    /** Part, path, change and both types: {@code value.items[].price: retyped, String -> long}. */
    @Override
    public String toString() {
        return role + (difference.path().isEmpty() ? ": " : "") + difference;
    }

    /** The same with what to do about it. */
    public String withHint() {
        return difference.hint().isEmpty() ? toString() : this + ". " + difference.hint();
    }
}
