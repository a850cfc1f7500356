package io.tidemark.worker.window;

import io.tidemark.api.eventtime.EventTimeMath;
import io.tidemark.api.window.TimeWindow;

/** Slices of windows that begin together and end one step after the other, up to a largest one; then all begin anew. */
final class CumulatingSlices implements SliceGrid {
    private final TimeMarks steps;
    private final long stepsPerWindow;

    /** Number of the step with which the windows around 1970 begin. */
    private final long firstStep;

    /** The first that stops at the end of time. Those after it would be the same, and are none. */
    private final long lastWindow;

    /**
     * @param maxSizeMs of the largest window, a multiple of the step
     * @param stepMs from the end of a window to that of the next, from 1
     * @param offsetMs where one of the windows starts, of either sign
     */
    CumulatingSlices(long maxSizeMs, long stepMs, long offsetMs) {
        if (maxSizeMs % stepMs != 0) {
            throw new IllegalArgumentException(maxSizeMs + " ms are no whole steps of " + stepMs + " ms");
        }
        long offset = Math.floorMod(offsetMs, maxSizeMs);
        this.steps = new TimeMarks(stepMs, offset % stepMs);
        this.stepsPerWindow = maxSizeMs / stepMs;
        this.firstStep = offset / stepMs;
        this.lastWindow = steps.lastAtOrBefore(Long.MAX_VALUE - 1);
    }

    @Override
    public long sliceOf(long timestamp) {
        return steps.lastAtOrBefore(timestamp);
    }

    @Override
    public TimeWindow slice(long slice) {
        return new TimeWindow(steps.at(slice), steps.at(slice + 1));
    }

    @Override
    public TimeWindow window(long window) {
        return new TimeWindow(steps.at(firstStepOf(window)), steps.at(window + 1));
    }

    @Override
    public long firstSlice(long window) {
        return window > lastWindow ? Long.MAX_VALUE : firstStepOf(window);
    }

    private long firstStepOf(long window) {
        long stepsBefore = Math.floorMod(
                Math.floorMod(window, stepsPerWindow) - Math.floorMod(firstStep, stepsPerWindow), stepsPerWindow);
        return EventTimeMath.minus(window, stepsBefore);
    }

    @Override
    public long lastSlice(long window) {
        return window;
    }

    @Override
    public long firstWindow(long slice) {
        return slice;
    }

    @Override
    public long lastWindow(long slice) {
        return Math.min(firstStepOf(slice) + stepsPerWindow - 1, lastWindow);
    }

    @Override
    public long lastDue(long watermark) {
        if (watermark == Long.MIN_VALUE) {
            return Long.MIN_VALUE;
        }
        return watermark >= Long.MAX_VALUE - 1 ? Long.MAX_VALUE : steps.lastAtOrBefore(watermark + 1) - 1;
    }

    @Override
    public boolean isNewestFirst() {
        return false;
    }

    @Override
    public long slicesPerWindow() {
        return Long.MAX_VALUE;
    }

    @Override
    public String windows() {
        return "cumulating by " + steps.unitMs() + " ms to " + window(firstStep + stepsPerWindow - 1);
    }

    @Override
    public String toString() {
        return "CumulatingSlices[" + steps + ", " + window(firstStep + stepsPerWindow - 1) + "]";
    }
}
