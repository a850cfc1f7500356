package io.tidemark.api.window;

import io.tidemark.api.type.TypeSerializer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Sessions: windows of event time that go on while records of their key come within a gap. */
public final class EventTimeSessionWindows extends MergingWindowAssigner<Object, TimeWindow> {
    private static final long serialVersionUID = 1L;

    private final long gapMs;

    private EventTimeSessionWindows(long gapMs) {
        this.gapMs = gapMs;
    }

    /**
     * A session ends once there was no record for so long.
     *
     * @throws IllegalArgumentException when the gap is below one millisecond
     */
    public static EventTimeSessionWindows withGap(Duration gap) {
        return new EventTimeSessionWindows(Sessions.gapMs(gap));
    }

    /** A session ends once its records' own gaps are over. */
    public static <T> DynamicEventTimeSessionWindows<T> withDynamicGap(SessionWindowTimeGapExtractor<T> gaps) {
        return DynamicEventTimeSessionWindows.withDynamicGap(gaps);
    }

    /** The gap in milliseconds. */
    public long gapMs() {
        return gapMs;
    }

    @Override
    public Collection<TimeWindow> assignWindows(Object element, long timestamp, WindowAssignerContext context) {
        EventTimeWindows.requireTimestamp(element, timestamp);
        return List.of(Sessions.of(timestamp, gapMs));
    }

    @Override
    public Trigger<Object, TimeWindow> getDefaultTrigger() {
        return EventTimeTrigger.create();
    }

    @Override
    public TypeSerializer<TimeWindow> getWindowSerializer() {
        return TimeWindow.serializer();
    }

    @Override
    public boolean isEventTime() {
        return true;
    }

    @Override
    public void mergeWindows(Collection<TimeWindow> windows, MergeCallback<TimeWindow> callback) {
        Sessions.merge(windows, callback);
    }

    @Override
    public String toString() {
        return "EventTimeSessionWindows(gap " + gapMs + " ms)";
    }
}
