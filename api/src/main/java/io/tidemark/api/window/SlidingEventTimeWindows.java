package io.tidemark.api.window;

import io.tidemark.api.type.TypeSerializer;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Collection;

/** Windows of event time of one size, of which one begins every slide; a record can be in several, or in a gap. */
public final class SlidingEventTimeWindows extends WindowAssigner<Object, TimeWindow> {
    private static final long serialVersionUID = 1L;

    private final SlidingWindows windows;

    private SlidingEventTimeWindows(SlidingWindows windows) {
        this.windows = windows;
    }

    /** Windows that start at multiples of the slide since 1970, in UTC. */
    public static SlidingEventTimeWindows of(Duration size, Duration slide) {
        return of(size, slide, Duration.ZERO);
    }

    /**
     * Windows that start {@code offset} after multiples of the slide since 1970, in UTC. The offset may be negative.
     *
     * @throws IllegalArgumentException when size or slide are below one millisecond, or the offset is not smaller than the
     *     slide
     */
    public static SlidingEventTimeWindows of(Duration size, Duration slide, Duration offset) {
        return new SlidingEventTimeWindows(SlidingWindows.of(size, slide, offset));
    }

    /**
     * The same by the clock of a time zone: windows begin as those of {@link TimeGrid} do, and are as many slides long as their
     * size says.
     *
     * @throws IllegalArgumentException when the size is no multiple of the slide
     */
    public SlidingEventTimeWindows inZone(ZoneId zone) {
        return new SlidingEventTimeWindows(windows.inZone(zone));
    }

    /** In milliseconds. */
    public long getSize() {
        return windows.sizeMs();
    }

    /** In milliseconds. */
    public long getSlide() {
        return windows.slides().sizeMs();
    }

    /** The beginnings of its windows: each window of the grid is a slide. */
    public TimeGrid slides() {
        return windows.slides();
    }

    /** The newest window first. */
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
        return "SlidingEventTimeWindows(" + windows + ")";
    }
}
