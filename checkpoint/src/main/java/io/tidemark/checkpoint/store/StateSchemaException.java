package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.schema.RoleDifference;
import io.tidemark.checkpoint.schema.StateMisfit;
import java.util.List;
import java.util.stream.Collectors;

/** A checkpoint holds state in a form that the job does not declare. The message names every difference. */
public final class StateSchemaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String hint;

    private StateSchemaException(String message, String hint, Throwable cause) {
        super(message, cause);
        this.hint = hint;
    }

    /** Stored state does not fit; all reasons, one a line. */
    public static StateSchemaException misfits(List<StateMisfit> misfits) {
        String list = misfits.stream().map(StateMisfit::toString).collect(Collectors.joining(";\n  "));
        return new StateSchemaException(
                "The state of the checkpoint does not fit what the job declares:\n  " + list,
                "Declare it so that it fits, or give the new state another name; \"tidemark state diff\" shows beforehand"
                        + " what fits.",
                null);
    }

    static StateSchemaException declaredTwice(String operatorUid, String state, List<RoleDifference> differences) {
        return new StateSchemaException(
                "Operator \"" + operatorUid + "\" declares " + state + " twice, and not the same: "
                        + differences.stream().map(Object::toString).collect(Collectors.joining("; ")),
                "Give one of the two another name.",
                null);
    }

    static StateSchemaException unreadable(String operatorUid, String state, RuntimeException cause) {
        return new StateSchemaException(
                "A stored value of state \"" + state + "\" of operator \"" + operatorUid
                        + "\" cannot be read into the declared type: " + cause,
                "A record's constructor has to take null, 0 or false for components that were added.",
                cause);
    }

    /** What to do, in one line. */
    public String hint() {
        return hint;
    }
}
