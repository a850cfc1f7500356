package io.tidemark.api.window;

import io.tidemark.api.type.TypeSerializer;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/** Event time cut into windows of one size that follow each other without gap. */
public final class TumblingEventTimeWindows extends WindowAssigner<Object, TimeWindow> {
    private static final long serialVersionUID = 1L;

    private final long sizeMs;
    private final long offsetMs;

    private TumblingEventTimeWindows(long sizeMs, long offsetMs) {
        this.sizeMs = sizeMs;
        this.offsetMs = offsetMs;
    }

    /** Windows that start at multiples of their size since 1970, in UTC. */
    public static TumblingEventTimeWindows of(Duration size) {
        return of(size, Duration.ZERO);
    }

    /**
     * Windows that start {@code offset} after multiples of their size since 1970, in UTC. The offset may be negative.
     *
     * @throws IllegalArgumentException when the size is below one millisecond, or the offset is not smaller than it
     */
    public static TumblingEventTimeWindows of(Duration size, Duration offset) {
        long sizeMs = size.toMillis();
        long offsetMs = offset.toMillis();
        if (sizeMs <= 0) {
            throw new IllegalArgumentException("the size of a tumbling window must be at least 1 ms, not " + size);
        }
        if (offsetMs <= -sizeMs || offsetMs >= sizeMs) {
            throw new IllegalArgumentException("the offset of a tumbling window must be smaller than its size: offset "
                    + offsetMs + " ms, size " + sizeMs + " ms");
        }
        return new TumblingEventTimeWindows(sizeMs, offsetMs);
    }

    public long sizeMs() {
        return sizeMs;
    }

    public long offsetMs() {
        return offsetMs;
    }

    @Override
    public Collection<TimeWindow> assignWindows(Object element, long timestamp, WindowAssignerContext context) {
        if (timestamp == Long.MIN_VALUE) {
            throw new IllegalArgumentException("a record without a timestamp cannot be in an event-time window; give"
                    + " the source a WatermarkStrategy with a timestamp assigner, or call"
                    + " assignTimestampsAndWatermarks before window. The record: " + element);
        }
        return List.of(TimeWindow.containing(timestamp, offsetMs, sizeMs));
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
    public String toString() {
        return "TumblingEventTimeWindows(" + sizeMs + " ms" + (offsetMs == 0 ? "" : ", offset " + offsetMs + " ms")
                + ")";
    }
}
