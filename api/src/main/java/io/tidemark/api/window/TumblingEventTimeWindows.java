package io.tidemark.api.window;

import io.tidemark.api.type.TypeSerializer;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;

/** Event time cut into windows of one size that follow each other without gap. */
public final class TumblingEventTimeWindows extends WindowAssigner<Object, TimeWindow> {
    private static final long serialVersionUID = 1L;

    private final TimeGrid grid;

    private TumblingEventTimeWindows(TimeGrid grid) {
        this.grid = grid;
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
        return new TumblingEventTimeWindows(TimeGrid.of("size of a tumbling window", size, offset));
    }

    /** The same by the clock of a time zone, so that a day is from midnight to midnight there. See {@link TimeGrid}. */
    public TumblingEventTimeWindows inZone(ZoneId zone) {
        return new TumblingEventTimeWindows(grid.inZone(zone));
    }

    /** Its windows. */
    public TimeGrid grid() {
        return grid;
    }

    public long sizeMs() {
        return grid.sizeMs();
    }

    public long offsetMs() {
        return grid.offsetMs();
    }

    @Override
    public Collection<TimeWindow> assignWindows(Object element, long timestamp, WindowAssignerContext context) {
        EventTimeWindows.requireTimestamp(element, timestamp);
        return List.of(grid.containing(timestamp));
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
        return "TumblingEventTimeWindows(" + grid + ")";
    }
}
