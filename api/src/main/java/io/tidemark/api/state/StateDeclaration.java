package io.tidemark.api.state;

import java.io.Serializable;

/**
 * Says of a state of a {@link io.tidemark.api.function.StreamProcessFunction} what it is called, what it holds, and whose it is.
 * Made by {@link StateDeclarations}. Immutable, compared by value.
 */
public interface StateDeclaration extends Serializable {
    /** Whose a state is, and so what becomes of it when the number of subtasks changes. */
    enum RedistributionMode {
        /** Of a key: it goes where its key goes. */
        NONE,
        /** Of a subtask: it is dealt out anew. */
        REDISTRIBUTABLE,
        /** The same on all subtasks: each gets it. */
        IDENTICAL
    }

    /** Unique within the operator; part of every snapshot. */
    String getName();

    RedistributionMode getRedistributionMode();
}
