package io.tidemark.api.function;

/** A {@link StreamProcessFunction} with event-time timers, which is told of event time as a number. */
public interface EventTimeProcessFunction {
    /** Called once, before {@code open}. The same manager is in every {@link BasePartitionedContext}. */
    default void initEventTimeProcessFunction(EventTimeManager eventTimeManager) throws Exception {}
}
