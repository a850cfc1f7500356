package io.tidemark.api.window;

import io.tidemark.api.type.TypeSerializer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Sessions: windows of the wall clock that go on while records of their key come within a gap. */
public final class ProcessingTimeSessionWindows extends MergingWindowAssigner<Object, TimeWindow> {
    private static final long serialVersionUID = 1L;

    private final long gapMs;

    private ProcessingTimeSessionWindows(long gapMs) {
        this.gapMs = gapMs;
    }

    /**
     * A session ends once there was no record for so long.
     *
     * @throws IllegalArgumentException when the gap is below one millisecond
     */
    public static ProcessingTimeSessionWindows withGap(Duration gap) {
        return new ProcessingTimeSessionWindows(Sessions.gapMs(gap));
    }

    /** A session ends once its records' own gaps are over. */
    public static <T> DynamicProcessingTimeSessionWindows<T> withDynamicGap(SessionWindowTimeGapExtractor<T> gaps) {
        return DynamicProcessingTimeSessionWindows.withDynamicGap(gaps);
    }

    /** The gap in milliseconds. */
    public long gapMs() {
        return gapMs;
    }

    @Override
    public Collection<TimeWindow> assignWindows(Object element, long timestamp, WindowAssignerContext context) {
        return List.of(Sessions.of(context.getCurrentProcessingTime(), gapMs));
    }

    @Override
    public Trigger<Object, TimeWindow> getDefaultTrigger() {
        return ProcessingTimeTrigger.create();
    }

    @Override
    public TypeSerializer<TimeWindow> getWindowSerializer() {
        return TimeWindow.serializer();
    }

    @Override
    public boolean isEventTime() {
        return false;
    }

    @Override
    public void mergeWindows(Collection<TimeWindow> windows, MergeCallback<TimeWindow> callback) {
        Sessions.merge(windows, callback);
    }

    @Override
    public String toString() {
        return "ProcessingTimeSessionWindows(gap " + gapMs + " ms)";
    }
}
