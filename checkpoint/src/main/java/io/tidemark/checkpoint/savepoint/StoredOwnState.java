package io.tidemark.checkpoint.savepoint;

/**
 * A list that an operator keeps for itself, over all its subtasks.
 *
 * @param bytes of all elements together
 */
public record StoredOwnState(String name, long elements, long bytes) {}
