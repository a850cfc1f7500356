package io.tidemark.worker.window;

import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.operator.Records;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.worker.chain.BatchKeys;

/** The windows of some records of a batch, so that the contents of each window are looked up together. */
final class BatchWindows {
    /** Records come in order of time, more or less; further windows among them are looked up one by one. */
    private static final int MAX_WINDOWS = 3;

    private final LiveWindow[] windows = new LiveWindow[BatchKeys.RUN];
    private final int[] hashes = new int[BatchKeys.RUN];

    void set(int index, LiveWindow window) {
        windows[index] = window;
    }

    LiveWindow get(int index) {
        return windows[index];
    }

    /** Tells the table which contents the records {@code from..to-1} need; their windows are set. */
    void expect(NamespacedState<TimeWindow, ?> table, Records records, int from, int to) {
        int count = to - from;
        int told = 0;
        LiveWindow[] known = new LiveWindow[MAX_WINDOWS];
        for (int i = 0; i < count && told < MAX_WINDOWS; i++) {
            LiveWindow window = windows[i];
            if (window != known[0] && window != known[1]) {
                known[told++] = window;
                if (!window.isLate()) {
                    table.expect(window.window(), hashes, hashesOf(window, records, from, i, count));
                }
            }
        }
    }

    private int hashesOf(LiveWindow window, Records records, int from, int first, int count) {
        int found = 0;
        for (int i = first; i < count; i++) {
            if (windows[i] == window) {
                hashes[found++] = records.keyHash(from + i);
            }
        }
        return found;
    }
}
