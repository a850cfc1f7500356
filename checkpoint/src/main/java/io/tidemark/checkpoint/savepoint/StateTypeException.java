package io.tidemark.checkpoint.savepoint;

import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.checkpoint.plain.SchemaLine;

/** A state of a savepoint was asked for as something that it is not. */
public final class StateTypeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private StateTypeException(String message) {
        super(message);
    }

    static StateTypeException kind(String operator, String state, String stored, String asked) {
        return new StateTypeException("State \"" + state + "\" of operator \"" + operator + "\" is " + stored
                + " state, and was read as " + asked + " state.\nRead it as what it is.");
    }

    static StateTypeException schema(
            String operator, String what, String role, SerializerSnapshot stored, SerializerSnapshot asked) {
        String storedLine = SchemaLine.of(stored);
        String askedLine = SchemaLine.of(asked);
        boolean alike = storedLine.equals(askedLine);
        return new StateTypeException("The " + role + " of " + what + " of operator \"" + operator + "\" is stored as "
                + (alike ? stored.typeName() : storedLine) + ", and was read as "
                + (alike ? asked.typeName() : askedLine)
                + ".\nRead it with the type that it was written with, or without a type.");
    }
}
