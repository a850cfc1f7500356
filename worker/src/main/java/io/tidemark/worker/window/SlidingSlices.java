package io.tidemark.worker.window;

import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.window.TimeWindow;

/**
 * Slices of windows of one size that begin at equal distances. Where the distance divides the size a slice lasts from the
 * beginning of a window to that of the next; else windows also end in between, and there are two slices in each
 * distance. A slice after the end of each window and before the next, where they do not overlap, is in no window.
 */
final class SlidingSlices implements SliceGrid {
    private final TimeMarks starts;
    private final TimeMarks ends;

    /** How many marks of {@link #ends} after its own number a window ends. */
    private final long endsLater;

    /** How many starts of windows are in a window, its own among them, without the rest. */
    private final long wholeSlides;

    private final boolean isDivided;

    /**
     * @param sizeMs of a window, from 1
     * @param slideMs from the start of a window to that of the next, from 1
     * @param offsetMs where one of them starts, of either sign
     */
    SlidingSlices(long sizeMs, long slideMs, long offsetMs) {
        long offset = Math.floorMod(offsetMs, slideMs);
        long rest = sizeMs % slideMs;
        long endOffset = offset - (slideMs - rest);
        this.starts = new TimeMarks(slideMs, offset);
        this.ends = new TimeMarks(slideMs, endOffset < 0 ? endOffset + slideMs : endOffset);
        this.wholeSlides = sizeMs / slideMs;
        this.endsLater = endOffset < 0 ? wholeSlides : wholeSlides + 1;
        this.isDivided = rest != 0;
    }

    @Override
    public long sliceOf(long timestamp) {
        long start = starts.lastAtOrBefore(timestamp);
        if (!isDivided) {
            return start;
        }
        boolean isPastEnd = timestamp >= splitAt(start);
        return 2 * start + (isPastEnd ? 1 : 0);
    }

    /** Where the slide that begins with this start is divided, since a window ends there. */
    private long splitAt(long start) {
        return ends.at(start - wholeSlides + endsLater);
    }

    @Override
    public TimeWindow slice(long slice) {
        if (!isDivided) {
            return new TimeWindow(starts.at(slice), starts.at(slice + 1));
        }
        long start = Math.floorDiv(slice, 2);
        return (slice & 1) == 0
                ? new TimeWindow(starts.at(start), splitAt(start))
                : new TimeWindow(splitAt(start), starts.at(start + 1));
    }

    @Override
    public TimeWindow window(long window) {
        return new TimeWindow(starts.at(window), ends.at(window + endsLater));
    }

    @Override
    public long firstSlice(long window) {
        return isDivided ? 2 * window : window;
    }

    @Override
    public long lastSlice(long window) {
        return isDivided ? 2 * (window + wholeSlides) : window + wholeSlides - 1;
    }

    @Override
    public long firstWindow(long slice) {
        long firstStart = isDivided ? Math.floorDiv(slice + 1, 2) : slice + 1;
        return EventTimeMath.minus(firstStart, wholeSlides);
    }

    @Override
    public long lastWindow(long slice) {
        return isDivided ? Math.floorDiv(slice, 2) : slice;
    }

    @Override
    public long lastDue(long watermark) {
        if (watermark == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        return watermark >= Long.MAX_VALUE - 1 ? Long.MAX_VALUE : ends.lastAtOrBefore(watermark + 1) - endsLater;
    }

    @Override
    public boolean isNewestFirst() {
        return true;
    }

    @Override
    public long slicesPerWindow() {
        return isDivided ? 2 * wholeSlides + 1 : wholeSlides;
    }

    @Override
    public String windows() {
        return "sliding, one every " + starts.unitMs() + " ms as " + window(0);
    }

    @Override
    public String toString() {
        return "SlidingSlices[" + starts + ", " + window(0) + "]";
    }
}
