package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.schema.RoleDifference;
import io.tidemark.checkpoint.schema.StateMisfit;
import java.util.List;
import java.util.stream.Collectors;

/** A checkpoint holds a state in a form that the job does not declare. The message names both forms. */
public final class StateSchemaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private StateSchemaException(String message) {
        super(message);
    }

    private StateSchemaException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Stored state does not fit; all reasons, one a line. */
    public static StateSchemaException misfits(List<StateMisfit> misfits) {
        String list = misfits.stream().map(misfit -> "\n  " + misfit).collect(Collectors.joining());
        return new StateSchemaException("The state of the checkpoint does not fit what the job declares:" + list
                + "\nDeclare it so that it fits, or give the new state another name; \"tidemark state diff\" shows"
                + " beforehand what fits.");
    }

    static StateSchemaException declaredTwice(String operatorUid, String state, List<RoleDifference> differences) {
        return new StateSchemaException("Operator \"" + operatorUid + "\" declares " + state
                + " twice, and not the same: "
                + differences.stream().map(Object::toString).collect(Collectors.joining("; "))
                + "\nGive one of the two another name.");
    }

    static StateSchemaException unreadable(String operatorUid, String state, RuntimeException cause) {
        return new StateSchemaException(
                "A stored value of state \"" + state + "\" of operator \"" + operatorUid
                        + "\" cannot be read into the declared type: " + cause
                        + "\nA record's constructor has to take null, 0 or false for components that were added.",
                cause);
    }

    static StateSchemaException disagreement(String operatorUid, String state) {
        return new StateSchemaException("The subtasks of operator \"" + operatorUid + "\" stored state \"" + state
                + "\" in different forms.\nStart from a checkpoint whose subtasks agree.");
    }
}
