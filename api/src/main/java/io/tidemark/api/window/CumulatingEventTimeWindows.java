package io.tidemark.api.window;

import io.tidemark.api.type.TypeSerializer;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Windows of event time that begin together and end a step apart, up to a largest size: the day so far, told every hour. Those
 * of the largest size follow each other without gap.
 */
public final class CumulatingEventTimeWindows extends WindowAssigner<Object, TimeWindow> {
    private static final long serialVersionUID = 1L;

    private final TimeGrid largest;
    private final TimeGrid steps;

    private CumulatingEventTimeWindows(TimeGrid largest, TimeGrid steps) {
        this.largest = largest;
        this.steps = steps;
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
        TimeGrid largest = TimeGrid.of("largest size of cumulating windows", maxSize, offset);
        long stepMs = step.toMillis();
        if (stepMs <= 0 || largest.sizeMs() % stepMs != 0) {
            throw new IllegalArgumentException("the largest size of cumulating windows must be a multiple of their"
                    + " step: largest size " + largest.sizeMs() + " ms, step " + step);
        }
        Duration stepOffset = Duration.ofMillis(largest.offsetMs() % stepMs);
        return new CumulatingEventTimeWindows(largest, TimeGrid.of("step of cumulating windows", step, stepOffset));
    }

    /** The same by the clock of a time zone, so that a day is from midnight to midnight there. See {@link TimeGrid}. */
    public CumulatingEventTimeWindows inZone(ZoneId zone) {
        return new CumulatingEventTimeWindows(largest.inZone(zone), steps.inZone(zone));
    }

    /** The windows of the largest size. */
    public TimeGrid largest() {
        return largest;
    }

    /** The ends of its windows; a window of {@link #largest} ends a step too. */
    public TimeGrid steps() {
        return steps;
    }

    /** The smallest window first. */
    @Override
    public Collection<TimeWindow> assignWindows(Object element, long timestamp, WindowAssignerContext context) {
        EventTimeWindows.requireTimestamp(element, timestamp);
        TimeWindow whole = largest.containing(timestamp);
        List<TimeWindow> windows = new ArrayList<>();
        long end = steps.containing(timestamp).getEnd();
        while (end < whole.getEnd()) {
            windows.add(new TimeWindow(whole.getStart(), end));
            end = steps.containing(end).getEnd();
        }
        windows.add(whole);
        return windows;
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
        return "CumulatingEventTimeWindows(" + largest + ", step " + steps.sizeMs() + " ms)";
    }
}
