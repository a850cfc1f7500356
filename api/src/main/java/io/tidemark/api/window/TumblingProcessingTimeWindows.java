package io.tidemark.api.window;

import io.tidemark.api.type.TypeSerializer;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collection;
import java.util.List;

/** The wall clock cut into windows of one size that follow each other without gap; timestamps of records do not count. */
public final class TumblingProcessingTimeWindows extends WindowAssigner<Object, TimeWindow> {
    private static final long serialVersionUID = 1L;

    private final TimeGrid grid;

    private TumblingProcessingTimeWindows(TimeGrid grid) {
        this.grid = grid;
    }

    /** Windows that start at multiples of their size since 1970, in UTC. */
    public static TumblingProcessingTimeWindows of(Duration size) {
        return of(size, Duration.ZERO);
    }

    /**
     * Windows that start {@code offset} after multiples of their size since 1970, in UTC. The offset may be negative.
     *
     * @throws IllegalArgumentException when the size is below one millisecond, or the offset is not smaller than it
     */
    public static TumblingProcessingTimeWindows of(Duration size, Duration offset) {
        return new TumblingProcessingTimeWindows(TimeGrid.of("size of a tumbling window", size, offset));
    }

    /** The same by the clock of a time zone, so that a day is from midnight to midnight there. See {@link TimeGrid}. */
    public TumblingProcessingTimeWindows inZone(ZoneId zone) {
        return new TumblingProcessingTimeWindows(grid.inZone(zone));
    }

    /** In milliseconds. */
    public long getSize() {
        return grid.sizeMs();
    }

    @Override
    public Collection<TimeWindow> assignWindows(Object element, long timestamp, WindowAssignerContext context) {
        return List.of(grid.containing(context.getCurrentProcessingTime()));
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
    public String toString() {
        return "TumblingProcessingTimeWindows(" + grid + ")";
    }
}
