package io.tidemark.api.window;

import io.tidemark.api.type.TypeSerializer;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Sessions: windows of the wall clock that go on while records of their key come within a gap. The gap is each record's own.
 *
 * @param <T> type of the records
 */
public final class DynamicProcessingTimeSessionWindows<T> extends MergingWindowAssigner<T, TimeWindow> {
    private static final long serialVersionUID = 1L;

    private final SessionWindowTimeGapExtractor<T> gaps;

    private DynamicProcessingTimeSessionWindows(SessionWindowTimeGapExtractor<T> gaps) {
        this.gaps = Objects.requireNonNull(gaps, "gaps");
    }

    /** A session ends once its records' own gaps are over; a gap that is not above zero fails the job. */
    public static <T> DynamicProcessingTimeSessionWindows<T> withDynamicGap(SessionWindowTimeGapExtractor<T> gaps) {
        return new DynamicProcessingTimeSessionWindows<>(gaps);
    }

    @Override
    public Collection<TimeWindow> assignWindows(T element, long timestamp, WindowAssignerContext context) {
        return List.of(Sessions.of(context.getCurrentProcessingTime(), Sessions.gapMs(gaps, element)));
    }

    @Override
    public Trigger<T, TimeWindow> getDefaultTrigger() {
        return Sessions.ofAnyRecord(ProcessingTimeTrigger.create());
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
        return "DynamicProcessingTimeSessionWindows";
    }
}
