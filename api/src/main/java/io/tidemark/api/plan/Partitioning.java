package io.tidemark.api.plan;

/** How the records of an edge are spread over the consumer's subtasks. */
public enum Partitioning {
    /** Subtask i to subtask i; equal parallelism. Such edges may be chained. */
    FORWARD,
    /** Round robin over all. */
    REBALANCE,
    /** Every record to every subtask. */
    BROADCAST,
    /** By the key group of the key's hash. */
    HASH,
    /** By the user's {@code Partitioner}. */
    CUSTOM,
    /** The record says so itself ({@link Directed}); split assignments travel this way. */
    DIRECT
}
