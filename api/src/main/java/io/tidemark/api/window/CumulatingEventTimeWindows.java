package io.tidemark.api.window;

import io.tidemark.api.type.TypeSerializer;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collection;

/**
 * Windows of event time that begin together and end a step apart, up to a largest size: the day so far, told every hour. Those
 * of the largest size follow each other without gap.
 */
public final class CumulatingEventTimeWindows extends WindowAssigner<Object, TimeWindow> {
    private static final long serialVersionUID = 1L;

    private final CumulatingWindows windows;

    private CumulatingEventTimeWindows(CumulatingWindows windows) {
        this.windows = windows;
    }

    /** Windows that start at multiples of the largest size since 1970, in UTC. */
    public static CumulatingEventTimeWindows of(Duration maxSize, Duration step) {
        return of(maxSize, step, Duration.ZERO);
    }

    /**
     * Windows that start {@code offset} after multiples of the largest size since 1970, in UTC. The offset may be negative.
     *
     * @throws IllegalArgumentException when the step is below one millisecond, the largest size is no multiple of it, or the
     *     offset is not smaller than the largest size
     */
    public static CumulatingEventTimeWindows of(Duration maxSize, Duration step, Duration offset) {
        return new CumulatingEventTimeWindows(CumulatingWindows.of(maxSize, step, offset));
    }

    /** The same by the clock of a time zone, so that a day is from midnight to midnight there. See {@link TimeGrid}. */
    public CumulatingEventTimeWindows inZone(ZoneId zone) {
        return new CumulatingEventTimeWindows(windows.inZone(zone));
    }

    /** The windows of the largest size. */
    public TimeGrid largest() {
        return windows.largest();
    }

    /** The ends of its windows; a window of {@link #largest} ends a step too. */
    public TimeGrid steps() {
        return windows.steps();
    }

    /** The smallest window first. */
    @Override
    public Collection<TimeWindow> assignWindows(Object element, long timestamp, WindowAssignerContext context) {
        EventTimeWindows.requireTimestamp(element, timestamp);
        return windows.containing(timestamp);
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
        return "CumulatingEventTimeWindows(" + windows + ")";
    }
}
