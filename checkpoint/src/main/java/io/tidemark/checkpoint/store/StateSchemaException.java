package io.tidemark.checkpoint.store;

import io.tidemark.api.type.SerializerSnapshot;

/** A checkpoint holds a state in a form that the job does not declare. The message names both forms. */
public final class StateSchemaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private StateSchemaException(String message) {
        super(message);
    }

    static StateSchemaException kind(String operatorUid, String state, String stored, String declared) {
        return new StateSchemaException("State \"" + state + "\" of operator \"" + operatorUid + "\" is stored as "
                + stored + " state, and declared as " + declared
                + " state.\nDeclare it as it was, or give the new state another name.");
    }

    static StateSchemaException schema(
            String operatorUid, String what, String role, SerializerSnapshot stored, SerializerSnapshot declared) {
        return new StateSchemaException("The " + role + " of " + what + " of operator \"" + operatorUid
                + "\" has changed.\n  stored:   " + SchemaText.of(stored) + "\n  declared: "
                + SchemaText.of(declared) + "\nDeclare it as it was, or give the new state another name.");
    }

    static StateSchemaException disagreement(String operatorUid, String state) {
        return new StateSchemaException("The subtasks of operator \"" + operatorUid + "\" stored state \"" + state
                + "\" in different forms.\nStart from a checkpoint whose subtasks agree.");
    }
}
