package io.tidemark.api.window;

import io.tidemark.api.type.TypeSerializer;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collection;

/**
 * Windows of the wall clock that begin together and end a step apart, up to a largest size: the day so far, told every hour. Those
 * of the largest size follow each other without gap. Timestamps of records do not count.
 */
public final class CumulatingProcessingTimeWindows extends WindowAssigner<Object, TimeWindow> {
    private static final long serialVersionUID = 1L;

    private final CumulatingWindows windows;

    private CumulatingProcessingTimeWindows(CumulatingWindows windows) {
        this.windows = windows;
    }

    /** Windows that start at multiples of the largest size since 1970, in UTC. */
    public static CumulatingProcessingTimeWindows of(Duration maxSize, Duration step) {
        return of(maxSize, step, Duration.ZERO);
    }

    /**
     * Windows that start {@code offset} after multiples of the largest size since 1970, in UTC. The offset may be negative.
     *
     * @throws IllegalArgumentException when the step is below one millisecond, the largest size is no multiple of it, or the
     *     offset is not smaller than the largest size
     */
    public static CumulatingProcessingTimeWindows of(Duration maxSize, Duration step, Duration offset) {
        return new CumulatingProcessingTimeWindows(CumulatingWindows.of(maxSize, step, offset));
    }

    /** The same by the clock of a time zone, so that a day is from midnight to midnight there. See {@link TimeGrid}. */
    public CumulatingProcessingTimeWindows inZone(ZoneId zone) {
        return new CumulatingProcessingTimeWindows(windows.inZone(zone));
    }

    /** The smallest window first. */
    @Override
    public Collection<TimeWindow> assignWindows(Object element, long timestamp, WindowAssignerContext context) {
        return windows.containing(context.getCurrentProcessingTime());
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
        return "CumulatingProcessingTimeWindows(" + windows + ")";
    }
}
