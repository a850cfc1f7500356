package io.tidemark.worker.window;

import io.tidemark.api.window.TimeWindow;
import java.util.Map;
import java.util.TreeSet;

/** Drops what a window's function keeps by window once the window is gone. */
final class WindowCleanUp {
    private final SliceGrid grid;
    private final Lateness lateness;
    private final WindowResults results;
    private final boolean keepsStates;

    /** Windows that have fired and are not gone. */
    private final TreeSet<Long> fired = new TreeSet<>();

    /** @param keepsStates whether the function may keep any */
    WindowCleanUp(SliceGrid grid, Lateness lateness, WindowResults results, boolean keepsStates) {
        this.grid = grid;
        this.lateness = lateness;
        this.results = results;
        this.keepsStates = keepsStates;
    }

    /** Finds the windows again that have fired and may have states. */
    void restore(SliceIndex slices, long lastFired) {
        if (!keepsStates) {
            return;
        }
        long next = Long.MIN_VALUE;
        for (Map.Entry<Long, TimeWindow> slice : slices.between(Long.MIN_VALUE, Long.MAX_VALUE)) {
            long last = Math.min(lastFired, grid.lastWindow(slice.getKey()));
            for (next = Math.max(next, grid.firstWindow(slice.getKey())); next <= last; next++) {
                fired.add(next);
            }
        }
    }

    void onFired(long window) {
        if (keepsStates) {
            fired.add(window);
        }
    }

    void advance(long watermark) {
        while (!fired.isEmpty()) {
            TimeWindow first = grid.window(fired.first());
            if (!Lateness.isLate(lateness.cleanupTime(first), watermark)) {
                return;
            }
            results.drop(first);
            fired.pollFirst();
        }
    }
}
