package io.tidemark.worker.window;

import io.tidemark.api.window.TimeWindow;

/**
 * How windows that overlap are made of slices that do not: event time is cut wherever a window begins or ends, so each
 * window is a run of whole slices, and a record is in one slice. Slices and windows have numbers; both go up with
 * time, windows in the order in which they end. Pure arithmetic: it knows nothing of records.
 */
interface SliceGrid {
    /** The slice that a timestamp is in. */
    long sliceOf(long timestamp);

    /** The time of a slice. */
    TimeWindow slice(long slice);

    /** The time of a window. */
    TimeWindow window(long window);

    /** The first slice of a window; Long.MAX_VALUE after the last window that there is. */
    long firstSlice(long window);

    /** The last slice of a window. */
    long lastSlice(long window);

    /** The first window that holds a slice. */
    long firstWindow(long slice);

    /** The last window that holds a slice; before the first when the slice is in none. */
    long lastWindow(long slice);

    /** The last window that ends at or before a watermark; Long.MIN_VALUE for none, Long.MAX_VALUE at the end of time. */
    long lastDue(long watermark);

    /** Whether a record is put into its newest window first. */
    boolean isNewestFirst();

    /** Number of slices by which windows move on before they share none; Long.MAX_VALUE where they all begin anew at once. */
    long slicesPerWindow();

    /** What the windows are, in words that differ where windows do. Part of snapshots. */
    String windows();
}
