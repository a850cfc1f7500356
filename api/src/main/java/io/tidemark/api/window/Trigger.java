package io.tidemark.api.window;

import io.tidemark.api.state.State;
import io.tidemark.api.state.StateDescriptor;
import java.io.Serializable;

/**
 * Says when a window gives a result. Part of the plan. One instance serves all windows of a subtask, so what it must
 * remember of a window it keeps in that window's state.
 *
 * @param <T> type of the records
 * @param <W> type of the windows
 */
public abstract class Trigger<T, W extends Window> implements Serializable {
    private static final long serialVersionUID = 1L;

    /** For subclasses. */
    protected Trigger() {}

    /**
     * A record was added to a window.
     *
     * @param timestamp event time in milliseconds, Long.MIN_VALUE if the record has none
     */
    public abstract TriggerResult onElement(T element, long timestamp, W window, TriggerContext context)
            throws Exception;

    /** A processing-time timer of this trigger is due. */
    public abstract TriggerResult onProcessingTime(long time, W window, TriggerContext context) throws Exception;

    /** An event-time timer of this trigger is due. */
    public abstract TriggerResult onEventTime(long time, W window, TriggerContext context) throws Exception;

    /**
     * The window is about to be cleaned up, after the timers at that time: the last chance to give a result. In Flink there
     * is no such call; without it what came after the last firing would be lost.
     */
    public TriggerResult onCleanUp(W window, TriggerContext context) throws Exception {
        return TriggerResult.CONTINUE;
    }

    /** Whether it can be used where windows merge; then {@link #onMerge} is overridden. */
    public boolean canMerge() {
        return false;
    }

    /** Windows were merged into this one: moves timers and state. */
    public void onMerge(W window, OnMergeContext context) throws Exception {
        throw new UnsupportedOperationException(this + " cannot be used with windows that merge");
    }

    /** The window is gone: removes timers and state. */
    public abstract void clear(W window, TriggerContext context) throws Exception;

    /** Timers and state of one window of the current key. */
    public interface TriggerContext {
        /** The wall clock in milliseconds. */
        long getCurrentProcessingTime();

        /** The event time in milliseconds, Long.MIN_VALUE before the first watermark. */
        long getCurrentWatermark();

        /** Whether the window is one of event time. */
        default boolean isEventTime() {
            return false;
        }

        void registerProcessingTimeTimer(long time);

        void registerEventTimeTimer(long time);

        void deleteProcessingTimeTimer(long time);

        void deleteEventTimeTimer(long time);

        /** State of this window and key. */
        <S extends State> S getPartitionedState(StateDescriptor<S, ?> descriptor);
    }

    /** The same for the window that others were merged into. */
    public interface OnMergeContext extends TriggerContext {
        /** Puts the state of the merged windows together. */
        <S extends State> void mergePartitionedState(StateDescriptor<S, ?> descriptor);
    }
}
