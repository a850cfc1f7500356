package io.tidemark.worker.window;

import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import java.util.ArrayList;
import java.util.List;

/**
 * For which keys a window has fired that has not fired for all: after a restore in the middle of a firing, and after a rescale
 * that brought together keys that were not equally far in event time, or in their firings. A key group has had all windows up to
 * where it was, but for those that were due for it when the snapshot was taken; of those the fired keys are known.
 */
final class FiringProgress {
    private static final String DUE = "due-windows";

    private final FiredKeys firedKeys;
    private OperatorContext context;
    private KeyGroupRange ownGroups;

    /** Event time as it was restored, which all key groups had reached. */
    private long restoredTo;

    /** For own key groups only. */
    private final List<DueWindow> restoredDue = new ArrayList<>();

    /** The window whose firing is under way; null for none. */
    private TimeWindow firing;

    /** Whether it may have fired for some of its keys before. */
    private boolean firingGoesOn;

    FiringProgress(TypeSerializer<Object> keySerializer) {
        this.firedKeys = new FiredKeys(keySerializer);
    }

    void open(OperatorContext operatorContext) {
        context = operatorContext;
        ownGroups = KeyGroups.range(context.subtask(), context.parallelism(), context.maxParallelism());
        restoredTo = context.currentWatermark();
        firedKeys.open(context, ownGroups);
        for (DueWindow due : context.restoredState(DUE, DueWindow.serializer())) {
            int first = Math.max(due.firstKeyGroup(), ownGroups.first());
            int last = Math.min(due.lastKeyGroup(), ownGroups.last());
            if (first <= last) {
                restoredDue.add(new DueWindow(due.window(), first, last));
            }
        }
    }

    /** Whether a restored window had not fired for all keys that are here now, though event time had passed it. */
    boolean wasDue(TimeWindow window) {
        return restoredDue.stream().anyMatch(due -> due.window().equals(window));
    }

    /** The walk through a window begins. */
    void begin(TimeWindow window) {
        firing = window;
        firingGoesOn = wasDue(window) || context.hasKeyGroupsAhead();
        firedKeys.begin(window);
    }

    /** The walk passes a key; returns whether the window is to fire for it. */
    boolean pass(Object key, int keyHash) {
        if (firingGoesOn && firedKeys.wasRestored(firing, key)) {
            return false;
        }
        firedKeys.pass(key);
        return !firingGoesOn || !wasPassed(firing, keyGroup(keyHash));
    }

    /** The walk stops, and goes on in another slice. */
    void endSlice() {
        firedKeys.endSlice();
    }

    /** The window has fired for all keys. */
    void end() {
        firedKeys.end();
        TimeWindow done = firing;
        restoredDue.removeIf(due -> due.window().equals(done));
        firing = null;
    }

    /** Whether a window that has not fired for all keys has for this one. */
    boolean hasFired(TimeWindow window, Object key, int keyHash) {
        return firedKeys.wasRestored(window, key) || wasPassed(window, keyGroup(keyHash));
    }

    private int keyGroup(int keyHash) {
        return KeyGroups.keyGroup(keyHash, context.maxParallelism());
    }

    private boolean wasPassed(TimeWindow window, int keyGroup) {
        long reached = Math.max(restoredTo, context.aheadWatermark(keyGroup));
        return window.maxTimestamp() <= reached && restoredDue.stream().noneMatch(due -> due.isOf(window, keyGroup));
    }

    /** @param due windows that event time has passed and that have not fired for all keys */
    void snapshot(OperatorStateWriter writer, List<TimeWindow> due) {
        firedKeys.snapshot(writer);
        List<DueWindow> ranges = new ArrayList<>(restoredDue);
        due.forEach(window -> addDue(window, ranges));
        if (!ranges.isEmpty()) {
            writer.put(DUE, StateSharing.MERGE, DueWindow.serializer(), ranges);
        }
    }

    private void addDue(TimeWindow window, List<DueWindow> ranges) {
        if (!context.hasKeyGroupsAhead() && !wasDue(window)) {
            ranges.add(new DueWindow(window, ownGroups.first(), ownGroups.last()));
            return;
        }
        for (int group = ownGroups.first(); group <= ownGroups.last(); group++) {
            if (!wasPassed(window, group)) {
                ranges.add(new DueWindow(window, group, group));
            }
        }
    }
}
