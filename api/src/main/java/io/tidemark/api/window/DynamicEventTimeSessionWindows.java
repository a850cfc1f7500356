package io.tidemark.api.window;

import io.tidemark.api.type.TypeSerializer;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * Sessions: windows of event time that go on while records of their key come within a gap. The gap is each record's own.
 *
 * @param <T> type of the records
 */
public final class DynamicEventTimeSessionWindows<T> extends MergingWindowAssigner<T, TimeWindow> {
    private static final long serialVersionUID = 1L;

    private final SessionWindowTimeGapExtractor<T> gaps;

    private DynamicEventTimeSessionWindows(SessionWindowTimeGapExtractor<T> gaps) {
        this.gaps = Objects.requireNonNull(gaps, "gaps");
    }

    /** A session ends once its records' own gaps are over; a gap that is not above zero fails the job. */
    public static <T> DynamicEventTimeSessionWindows<T> withDynamicGap(SessionWindowTimeGapExtractor<T> gaps) {
        return new DynamicEventTimeSessionWindows<>(gaps);
    }

    @Override
    public Collection<TimeWindow> assignWindows(T element, long timestamp, WindowAssignerContext context) {
        EventTimeWindows.requireTimestamp(element, timestamp);
        return List.of(Sessions.of(timestamp, Sessions.gapMs(gaps, element)));
    }

    @Override
    public Trigger<T, TimeWindow> getDefaultTrigger() {
        return Sessions.ofAnyRecord(EventTimeTrigger.create());
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
        return "DynamicEventTimeSessionWindows";
    }
}
