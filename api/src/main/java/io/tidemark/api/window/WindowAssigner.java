package io.tidemark.api.window;

import io.tidemark.api.type.TypeSerializer;
import java.io.Serializable;
import java.util.Collection;

/**
 * Says which windows a record belongs to. Part of the plan.
 *
 * @param <T> type of the records that it can look at
 * @param <W> type of its windows
 */
public abstract class WindowAssigner<T, W extends Window> implements Serializable {
    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    protected WindowAssigner() {}

    /**
     * The windows of a record; none is allowed, such a record is counted.
     *
     * @param timestamp event time in milliseconds, Long.MIN_VALUE if the record has none
     */
    public abstract Collection<W> assignWindows(T element, long timestamp, WindowAssignerContext context);

    /** The trigger of windows for which the author names none. */
    public abstract Trigger<T, W> getDefaultTrigger();

    /** A new serializer of its windows, for one thread. */
    public abstract TypeSerializer<W> getWindowSerializer();

    /** Whether the windows are of event time, so that records can be late for them. */
    public abstract boolean isEventTime();

    /** What an assigner may know. */
    public interface WindowAssignerContext {
        /** The wall clock in milliseconds. */
        long getCurrentProcessingTime();
    }
}
