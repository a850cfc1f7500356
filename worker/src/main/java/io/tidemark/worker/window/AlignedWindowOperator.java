package io.tidemark.worker.window;

import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.operator.Operator;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.Records;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.TimeGrid;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.Window;
import io.tidemark.worker.chain.BatchKeys;
import io.tidemark.worker.chain.HoldsWindows;
import io.tidemark.worker.failure.FatalTaskException;

/**
 * Event-time windows that all keys share and that fire at their end: one table of contents by key for each window, walked
 * when it fires and dropped whole. No timers.
 *
 * <p>A firing is done in slices. When a barrier comes between two of them the snapshot has the keys that have fired so far,
 * and a restore passes over them.
 */
final class AlignedWindowOperator implements Operator, HoldsWindows {
    private static final String CONTENTS = "window-contents";
    private static final String WINDOWS = "windows";

    private final WindowSpec spec;
    private final Contents contents;
    private final WindowResults results;
    private final Lateness lateness;
    private final WindowIndex windows;

    private OperatorContext context;
    private OperatorOutput output;
    private KeyedState keyedState;
    private NamespacedState<TimeWindow, Object> table;
    private LateRecords lateRecords;

    /**
     * The windows of the latest records, since the next record is most likely in one of them; none after an advance. That is no null:
     * compiled code that has never seen one would be thrown away for it.
     */
    private LiveWindow latest = LiveWindow.NONE;

    private LiveWindow secondLatest = LiveWindow.NONE;

    private final BatchWindows batchWindows = new BatchWindows();

    /** The walk that is under way, through the window that fires or is cleaned up; null for none. */
    private NamespacedState.Cursor<Object> walk;

    private final FiringProgress progress;

    /** Whether keys differ in how far they are in event time, after a rescale. */
    private boolean keysDiffer;

    AlignedWindowOperator(WindowSpec spec, TimeGrid grid, TypeSerializer<Object> keySerializer) {
        this.spec = spec;
        this.contents = Contents.of(spec);
        this.results = new WindowResults(spec, contents);
        this.lateness = new Lateness(spec.allowedLatenessMs());
        this.windows = new WindowIndex(grid, lateness);
        this.progress = new FiringProgress(keySerializer);
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public void open(OperatorContext operatorContext) throws Exception {
        context = operatorContext;
        WindowKind.ALIGNED.hold(context);
        output = context.output();
        keyedState = context.keyedState();
        table = keyedState.namespaced(CONTENTS, TimeWindow.serializer(), contents.serializer());
        lateRecords = new LateRecords(context, spec.lateTag());
        results.open(context, (TypeSerializer<Window>) (TypeSerializer) TimeWindow.serializer());
        progress.open(context);
        windows.restore(
                context.restoredState(WINDOWS, LiveWindow.Saved.serializer()),
                context.currentWatermark(),
                progress::wasDue);
        keysDiffer = context.hasKeyGroupsAhead();
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        add(windowAt(timestamp, value), value, timestamp);
    }

    @Override
    public void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys)
            throws Exception {
        BatchKeys found = new BatchKeys(keys);
        for (int first = from; first < to; ) {
            int end = found.read(records, first, to);
            for (int i = first; i < end; i++) {
                batchWindows.set(i - first, windowAt(records.timestamp(i), records.value(i)));
            }
            batchWindows.expect(table, records, first, end);
            for (int i = first; i < end; i++) {
                found.makeCurrent(keyedState, i);
                add(batchWindows.get(i - first), records.value(i), records.timestamp(i));
            }
            first = end;
        }
    }

    private LiveWindow windowAt(long timestamp, Object value) {
        LiveWindow live = latest;
        return live.contains(timestamp) ? live : otherWindowAt(timestamp, value);
    }

    private LiveWindow otherWindowAt(long timestamp, Object value) {
        if (timestamp == Records.NO_TIMESTAMP) {
            throw FatalTaskException.withoutTimestamp("event-time window", context.operatorName(), value, "window");
        }
        LiveWindow found = secondLatest;
        if (!found.contains(timestamp)) {
            found = windows.at(timestamp, context.currentWatermark());
        }
        secondLatest = latest;
        latest = found;
        return found;
    }

    private void add(LiveWindow live, Object value, long timestamp) throws Exception {
        if (live.isLate() || (keysDiffer && isLateForKey(live))) {
            lateRecords.take(keyedState.currentKey(), value, timestamp, context.currentKeyWatermark());
            return;
        }
        TimeWindow window = live.window();
        Object after = contents.add(table.get(window), value);
        table.put(window, after);
        if (live.isFired() || (keysDiffer && hasFiredForKey(window))) {
            results.fire(keyedState.currentKey(), window, after);
        }
    }

    private boolean isLateForKey(LiveWindow live) {
        return Lateness.isLate(live.cleanupTime(), context.currentKeyWatermark());
    }

    private boolean hasFiredForKey(TimeWindow window) {
        return progress.hasFired(window, keyedState.currentKey(), keyedState.currentKeyHash());
    }

    @Override
    public boolean advance(long watermark) throws Exception {
        keysDiffer = context.hasKeyGroupsAhead();
        latest = LiveWindow.NONE;
        secondLatest = LiveWindow.NONE;
        LiveWindow live;
        while ((live = windows.firstToFire(watermark)) != null) {
            if (!fire(live)) {
                return false;
            }
            windows.onFired(live);
        }
        while ((live = windows.firstToCleanUp(watermark)) != null) {
            if (!cleanUp(live)) {
                return false;
            }
            windows.onCleanedUp(live);
        }
        return true;
    }

    @Override
    public long nextFiring() {
        return windows.nextFiring();
    }

    /** A slice of a firing; returns whether it is at its end. */
    private boolean fire(LiveWindow live) throws Exception {
        TimeWindow window = live.window();
        if (walk == null) {
            progress.begin(window);
            walk = table.cursor(window);
        }
        while (walk.next()) {
            Object key = walk.key();
            if (!progress.pass(key, walk.keyHash())) {
                continue;
            }
            keyedState.setCurrentKey(key, walk.keyHash());
            results.fire(key, window, walk.value());
            if (!output.hasRoom()) {
                progress.endSlice();
                return false;
            }
        }
        endWalk();
        progress.end();
        return true;
    }

    /** A slice of a clean-up; returns whether it is at its end. To clear a key twice, after a restore, does no harm. */
    private boolean cleanUp(LiveWindow live) throws Exception {
        TimeWindow window = live.window();
        if (results.clearsByKey()) {
            if (walk == null) {
                walk = table.cursor(window);
            }
            while (walk.next()) {
                keyedState.setCurrentKey(walk.key(), walk.keyHash());
                results.clear(window);
                if (!output.hasRoom()) {
                    return false;
                }
            }
            endWalk();
        }
        table.drop(window);
        results.drop(window);
        return true;
    }

    private void endWalk() {
        walk.close();
        walk = null;
    }

    @Override
    public void snapshot(OperatorStateWriter writer, long checkpointId) {
        writer.put(WINDOWS, StateSharing.MERGE, LiveWindow.Saved.serializer(), windows.saved());
        progress.snapshot(writer, windows.due(context.currentWatermark()));
    }

    @Override
    public void close() throws Exception {
        if (walk != null) {
            endWalk();
        }
        results.close();
    }
}
