package io.tidemark.api.window;

import java.io.Serializable;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Windows of one size of which one begins every slide; they overlap where the slide is smaller, else leave gaps. */
final class SlidingWindows implements Serializable {
    private static final long serialVersionUID = 1L;

    private final long sizeMs;

    /** A window of it for each slide. */
    private final TimeGrid slides;

    private SlidingWindows(long sizeMs, TimeGrid slides) {
        this.sizeMs = sizeMs;
        this.slides = slides;
    }

    /** @throws IllegalArgumentException when size or slide are below one millisecond, or the offset is not smaller than the slide */
    static SlidingWindows of(Duration size, Duration slide, Duration offset) {
        long sizeMs = size.toMillis();
        if (sizeMs <= 0) {
            throw new IllegalArgumentException("the size of a sliding window must be at least 1 ms, not " + size);
        }
        return new SlidingWindows(sizeMs, TimeGrid.of("slide of sliding windows", slide, offset));
    }

    /** @throws IllegalArgumentException when the size is no multiple of the slide, and the zone changes its clock */
    SlidingWindows inZone(ZoneId zone) {
        TimeGrid zoned = slides.inZone(zone);
        if (!zoned.isUniform() && sizeMs % slides.sizeMs() != 0) {
            throw new IllegalArgumentException("sliding windows by the clock of " + zone
                    + " are as long as some slides: their size, " + sizeMs + " ms, must be a multiple of the slide, "
                    + slides.sizeMs() + " ms");
        }
        return new SlidingWindows(sizeMs, zoned);
    }

    long sizeMs() {
        return sizeMs;
    }

    TimeGrid slides() {
        return slides;
    }

    /** The windows of a timestamp, the newest first. */
    List<TimeWindow> containing(long timestamp) {
        TimeWindow slide = slides.containing(timestamp);
        List<TimeWindow> windows = new ArrayList<>((int) Math.min(1024, sizeMs / slides.sizeMs() + 1));
        if (!slides.isUniform()) {
            addCounted(slide, windows);
            return windows;
        }
        for (long back = sinceStart(timestamp); back < sizeMs; back += slides.sizeMs()) {
            windows.add(TimeWindow.around(timestamp, back, sizeMs - back));
            if (back > Long.MAX_VALUE - slides.sizeMs()) {
                break;
            }
        }
        return windows;
    }

    /** How long before a timestamp the latest window begins; also where that is before the beginning of time. */
    private long sinceStart(long timestamp) {
        return Math.floorMod(
                Math.floorMod(timestamp, slides.sizeMs()) - Math.floorMod(slides.offsetMs(), slides.sizeMs()),
                slides.sizeMs());
    }

    /** A window is so many slides, however long they are. */
    private void addCounted(TimeWindow slide, List<TimeWindow> windows) {
        int count = Math.toIntExact(sizeMs / slides.sizeMs());
        long[] ends = new long[count];
        TimeWindow later = slide;
        for (int i = 0; i < count; i++) {
            ends[i] = later.getEnd();
            later = slides.after(later);
        }
        TimeWindow first = slide;
        for (int i = 0; i < count; i++) {
            windows.add(new TimeWindow(first.getStart(), ends[count - 1 - i]));
            TimeWindow earlier = slides.before(first);
            if (earlier.equals(first)) {
                return;
            }
            first = earlier;
        }
    }

    @Override
    public String toString() {
        return sizeMs + " ms every " + slides;
    }
}
