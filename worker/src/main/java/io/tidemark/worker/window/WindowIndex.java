package io.tidemark.worker.window;

import io.tidemark.api.window.TimeGrid;
import io.tidemark.api.window.TimeWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The live windows of a grid, and by when something is due for them. There may be restored ones of another grid, when the job
 * was changed: these take no further records, and fire and go with the others.
 */
final class WindowIndex {
    private static final Comparator<TimeWindow> BY_END =
            Comparator.comparingLong(TimeWindow::getEnd).thenComparingLong(TimeWindow::getStart);

    private final TimeGrid grid;
    private final Lateness lateness;
    private final Map<TimeWindow, LiveWindow> all = new HashMap<>();

    /** Those that have not fired, in the order in which they do. */
    private final TreeMap<TimeWindow, LiveWindow> unfired = new TreeMap<>(BY_END);

    /** Those that have fired, in the order in which they are cleaned up. */
    private final TreeMap<TimeWindow, LiveWindow> fired = new TreeMap<>(BY_END);

    WindowIndex(TimeGrid grid, Lateness lateness) {
        this.grid = grid;
        this.lateness = lateness;
    }

    /** The window of a timestamp: a live one, a new one, or one that is late and not kept. */
    LiveWindow at(long timestamp, long watermark) {
        TimeWindow window = grid.containing(timestamp);
        long cleanupTime = lateness.cleanupTime(window);
        if (Lateness.isLate(cleanupTime, watermark)) {
            return new LiveWindow(window, cleanupTime, true, true);
        }
        LiveWindow known = all.get(window);
        if (known != null) {
            return known;
        }
        LiveWindow made = new LiveWindow(window, cleanupTime, false, window.maxTimestamp() <= watermark);
        add(made);
        return made;
    }

    private void add(LiveWindow live) {
        all.put(live.window(), live);
        if (live.isFired()) {
            fired.put(live.window(), live);
        } else {
            unfired.put(live.window(), live);
        }
    }

    /**
     * Several subtasks may have had a window, some of which have none of the keys that are here. It has fired when event time,
     * which is the least that those who have had, says so.
     *
     * @param wasDue whether event time says so, and the window had not fired for all of these keys nevertheless
     */
    void restore(List<LiveWindow.Saved> saved, long watermark, Predicate<TimeWindow> wasDue) {
        Set<TimeWindow> windows = new LinkedHashSet<>();
        saved.forEach(one -> windows.add(one.window()));
        for (TimeWindow window : windows) {
            boolean hasFired = window.maxTimestamp() <= watermark && !wasDue.test(window);
            add(new LiveWindow(window, lateness.cleanupTime(window), false, hasFired));
        }
    }

    /** Windows that event time has passed and that have not fired, or not wholly. */
    List<TimeWindow> due(long watermark) {
        return unfired.keySet().stream()
                .takeWhile(window -> window.maxTimestamp() <= watermark)
                .toList();
    }

    List<LiveWindow.Saved> saved() {
        List<LiveWindow.Saved> saved = new ArrayList<>();
        all.values().forEach(live -> saved.add(new LiveWindow.Saved(live.window(), live.isFired())));
        return saved;
    }

    /** The first window that is to fire at this watermark, or null. */
    LiveWindow firstToFire(long watermark) {
        Map.Entry<TimeWindow, LiveWindow> first = unfired.firstEntry();
        return first == null || first.getKey().maxTimestamp() > watermark ? null : first.getValue();
    }

    /** The first window that is to be cleaned up at this watermark, or null. */
    LiveWindow firstToCleanUp(long watermark) {
        Map.Entry<TimeWindow, LiveWindow> first = fired.firstEntry();
        return first == null || !Lateness.isLate(first.getValue().cleanupTime(), watermark) ? null : first.getValue();
    }

    /** The least watermark at which a window fires; {@link Long#MAX_VALUE} for none. */
    long nextFiring() {
        return unfired.isEmpty() ? Long.MAX_VALUE : unfired.firstKey().maxTimestamp();
    }

    void onFired(LiveWindow live) {
        unfired.remove(live.window());
        live.setFired();
        fired.put(live.window(), live);
    }

    void onCleanedUp(LiveWindow live) {
        fired.remove(live.window());
        all.remove(live.window());
    }
}
