package io.tidemark.worker.window;

import io.tidemark.api.window.TimeGrid;
import io.tidemark.api.window.TimeWindow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The live windows of a grid, by start and by when something is due for them. */
final class WindowIndex {
    private final TimeGrid grid;
    private final Lateness lateness;
    private final Map<Long, LiveWindow> byStart = new HashMap<>();

    /** Those that have not fired, by the watermark at which they do. */
    private final TreeMap<Long, LiveWindow> unfired = new TreeMap<>();

    /** Those that have fired, by the watermark at which they are cleaned up. */
    private final TreeMap<Long, LiveWindow> fired = new TreeMap<>();

    WindowIndex(TimeGrid grid, Lateness lateness) {
        this.grid = grid;
        this.lateness = lateness;
    }

    /** The window of a timestamp: a live one, a new one, or one that is late and not kept. */
    LiveWindow at(long timestamp, long watermark) {
        TimeWindow window = grid.containing(timestamp);
        LiveWindow known = byStart.get(window.getStart());
        if (known != null) {
            return known;
        }
        long cleanupTime = lateness.cleanupTime(window);
        if (Lateness.isLate(cleanupTime, watermark)) {
            return new LiveWindow(window, cleanupTime, true, true);
        }
        LiveWindow made = new LiveWindow(window, cleanupTime, false, window.maxTimestamp() <= watermark);
        add(made);
        return made;
    }

    private void add(LiveWindow live) {
        byStart.put(live.window().getStart(), live);
        if (live.isFired()) {
            fired.put(live.cleanupTime(), live);
        } else {
            unfired.put(live.window().maxTimestamp(), live);
        }
    }

    /** Several subtasks may have had a window; here it has fired when it had for all of them and event time says so. */
    void restore(List<LiveWindow.Saved> saved, long watermark) {
        Map<TimeWindow, Boolean> fired = new LinkedHashMap<>();
        for (LiveWindow.Saved one : saved) {
            fired.merge(one.window(), one.fired(), Boolean::logicalAnd);
        }
        fired.forEach((window, everywhere) -> add(new LiveWindow(
                window, lateness.cleanupTime(window), false, everywhere && window.maxTimestamp() <= watermark)));
    }

    /** Windows that event time has passed and that have not fired, or not wholly. */
    List<TimeWindow> due(long watermark) {
        return unfired.headMap(watermark, true).values().stream()
                .map(LiveWindow::window)
                .toList();
    }

    List<LiveWindow.Saved> saved() {
        List<LiveWindow.Saved> saved = new ArrayList<>();
        byStart.values().forEach(live -> saved.add(new LiveWindow.Saved(live.window(), live.isFired())));
        return saved;
    }

    /** The first window that is to fire at this watermark, or null. */
    LiveWindow firstToFire(long watermark) {
        Map.Entry<Long, LiveWindow> first = unfired.firstEntry();
        return first == null || first.getKey() > watermark ? null : first.getValue();
    }

    /** The first window that is to be cleaned up at this watermark, or null. */
    LiveWindow firstToCleanUp(long watermark) {
        Map.Entry<Long, LiveWindow> first = fired.firstEntry();
        return first == null || !Lateness.isLate(first.getKey(), watermark) ? null : first.getValue();
    }

    /** The least watermark at which a window fires; {@link Long#MAX_VALUE} for none. */
    long nextFiring() {
        return unfired.isEmpty() ? Long.MAX_VALUE : unfired.firstKey();
    }

    void onFired(LiveWindow live) {
        unfired.remove(live.window().maxTimestamp());
        live.setFired();
        fired.put(live.cleanupTime(), live);
    }

    void onCleanedUp(LiveWindow live) {
        fired.remove(live.cleanupTime());
        byStart.remove(live.window().getStart());
    }
}
