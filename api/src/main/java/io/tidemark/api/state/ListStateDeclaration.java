package io.tidemark.api.state;

import io.tidemark.api.type.TypeDescriptor;

/**
 * Declares a {@link ListState}: of each key, or of the subtask.
 *
 * @param <T> type of an element
 */
public interface ListStateDeclaration<T> extends StateDeclaration {
    /** How the elements of a subtask's list are dealt out. */
    enum RedistributionStrategy {
        /** In turn: each subtask gets some. */
        SPLIT,
        /** Each subtask gets all. */
        UNION
    }

    RedistributionStrategy getRedistributionStrategy();

    TypeDescriptor<T> getTypeDescriptor();
}
