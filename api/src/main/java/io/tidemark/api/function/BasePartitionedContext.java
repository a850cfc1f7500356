package io.tidemark.api.function;

/** What a function has for one partition: on a keyed stream for the current key, else for its subtask. */
public interface BasePartitionedContext extends ProcessContext {
    StateManager getStateManager();

    ProcessingTimeManager getProcessingTimeManager();

    EventTimeManager getEventTimeManager();

    /** What the timer is called that is being told; null for one without a name, and while none is. */
    String getTimerName();
}
