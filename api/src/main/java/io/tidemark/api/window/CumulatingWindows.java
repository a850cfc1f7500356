package io.tidemark.api.window;

import java.io.Serializable;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Windows that begin together and end a step apart, up to a largest size; those of that size follow each other without gap. */
final class CumulatingWindows implements Serializable {
    private static final long serialVersionUID = 1L;

    private final TimeGrid largest;
    private final TimeGrid steps;

    private CumulatingWindows(TimeGrid largest, TimeGrid steps) {
        this.largest = largest;
        this.steps = steps;
    }

    /**
     * In UTC.
     *
     * @throws IllegalArgumentException when the step is below one millisecond, the largest size is no multiple of it, or the
     *     offset is not smaller than the largest size
     */
    static CumulatingWindows of(Duration maxSize, Duration step, Duration offset) {
        TimeGrid largest = TimeGrid.of("largest size of cumulating windows", maxSize, offset);
        long stepMs = step.toMillis();
        if (stepMs <= 0 || largest.sizeMs() % stepMs != 0) {
            throw new IllegalArgumentException("the largest size of cumulating windows must be a multiple of their"
                    + " step: largest size " + largest.sizeMs() + " ms, step " + step);
        }
        Duration stepOffset = Duration.ofMillis(largest.offsetMs() % stepMs);
        return new CumulatingWindows(largest, TimeGrid.of("step of cumulating windows", step, stepOffset));
    }

    /** The same by the clock of a time zone. */
    CumulatingWindows inZone(ZoneId zone) {
        return new CumulatingWindows(largest.inZone(zone), steps.inZone(zone));
    }

    TimeGrid largest() {
        return largest;
    }

    TimeGrid steps() {
        return steps;
    }

    /** The windows of a timestamp, the smallest first. */
    List<TimeWindow> containing(long timestamp) {
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
    public String toString() {
        return largest + ", step " + steps.sizeMs() + " ms";
    }
}
