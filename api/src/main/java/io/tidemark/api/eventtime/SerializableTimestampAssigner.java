package io.tidemark.api.eventtime;

import java.io.Serializable;

/**
 * A {@link TimestampAssigner} that can be part of the plan, as a lambda is.
 *
 * @param <T> record type
 */
@FunctionalInterface
public interface SerializableTimestampAssigner<T> extends TimestampAssigner<T>, Serializable {}
