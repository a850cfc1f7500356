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
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.api.window.Window;
import io.tidemark.worker.chain.BatchKeys;
import io.tidemark.worker.chain.HoldsWindows;
import io.tidemark.worker.failure.FatalTaskException;

/**
 * Event-time windows that overlap, fire at their end, and put their records together as they come. A record is added to one
 * slice. When a window fires, the slices that are new in it are added to what its keys had in the window before, every
 * key gives its result, and the slices that the next window has no more are taken off. No timers.
 *
 * <p>All three are done bit by bit. When a barrier comes between two bits, a restore does the firing again from its
 * beginning: what was added or taken off already says so itself, and keys that had their result are passed over.
 */
final class SlicedWindowOperator implements Operator, HoldsWindows {
    private static final String SLICES = "window-slices";
    private static final String SUFFIXES = "window-suffixes";
    private static final String AGGREGATES = "window-aggregates";

    private final WindowSpec spec;
    private final SliceGrid grid;
    private final Contents contents;
    private final Accumulation accumulation;
    private final WindowResults results;
    private final Lateness lateness;
    private final SliceIndex index;
    private final SliceProgress progress;
    private final BatchWindows batchSlices = new BatchWindows();

    private OperatorContext context;
    private OperatorOutput output;
    private KeyedState keyedState;
    private NamespacedState<TimeWindow, Object> slices;
    private NamespacedState<TimeWindow, Object> suffixes;
    private KeyAggregates aggregates;
    private SliceLayout layout;
    private SliceWalk walk;
    private FiredAgain firedAgain;
    private WindowCleanUp windowCleanUp;
    private RecordsLeftOut leftOut;

    /** The slices of the latest records, since the next record is most likely in one of them; none after an advance. */
    private LiveWindow latest = LiveWindow.NONE;

    private LiveWindow secondLatest = LiveWindow.NONE;

    /** The window whose firing is under way; Long.MIN_VALUE for none. */
    private long firing = Long.MIN_VALUE;

    /** The walk through the keys of the window that fires; null for none. */
    private NamespacedState.Cursor<KeyAggregate> firingWalk;

    /** Slices below this one are added to the window that fires. */
    private long addedBelow = Long.MIN_VALUE;

    /** Slices below this one were taken off. */
    private long takenOffBelow = Long.MIN_VALUE;

    /** Whether a slice may be new to some keys and not to others, after a rescale. */
    private boolean keysDiffer;

    SlicedWindowOperator(WindowSpec spec, SliceGrid grid, TypeSerializer<Object> keySerializer) {
        this.contents = Contents.ofSlices(spec);
        this.spec = spec;
        this.grid = grid;
        this.accumulation = Accumulation.of(contents);
        this.results = new WindowResults(spec, contents);
        this.lateness = new Lateness(spec.allowedLatenessMs());
        this.index = new SliceIndex(grid);
        this.progress = new SliceProgress(grid, keySerializer);
    }

    @Override
    @SuppressWarnings({"unchecked", "rawtypes"})
    public void open(OperatorContext operatorContext) throws Exception {
        context = operatorContext;
        WindowKind.SLICED.hold(context);
        output = context.output();
        keyedState = context.keyedState();
        index.open(context);
        layout = SliceLayout.restore(context, grid, lateness, !index.isEmpty());
        slices = keyedState.namespaced(SLICES, TimeWindow.serializer(), accumulation.serializer());
        suffixes = layout.keepsSlices()
                ? keyedState.namespaced(SUFFIXES, TimeWindow.serializer(), accumulation.serializer())
                : slices;
        aggregates = new KeyAggregates(grid, accumulation, keyedState, slices, suffixes, AGGREGATES);
        walk = new SliceWalk(keyedState, output);
        leftOut = new RecordsLeftOut(context, spec);
        contents.open(context);
        results.open(context, (TypeSerializer<Window>) (TypeSerializer) TimeWindow.serializer());
        progress.open(context);
        firedAgain = new FiredAgain(grid, accumulation, index, slices, results);
        windowCleanUp = new WindowCleanUp(grid, lateness, results, spec.process() != null);
        windowCleanUp.restore(index, progress.fired());
        keysDiffer = progress.keysDiffer() || context.hasKeyGroupsAhead();
    }

    @Override
    public void process(int input, Object value, long timestamp) throws Exception {
        add(sliceAt(timestamp, value), value, timestamp);
    }

    @Override
    public void processBatch(int input, Records records, int from, int to, KeySpec<Object, Object> keys)
            throws Exception {
        BatchKeys found = new BatchKeys(keys);
        for (int first = from; first < to; ) {
            int end = found.read(records, first, to);
            for (int i = first; i < end; i++) {
                batchSlices.set(i - first, sliceAt(records.timestamp(i), records.value(i)));
            }
            batchSlices.expect(slices, records, first, end);
            for (int i = first; i < end; i++) {
                found.makeCurrent(keyedState, i);
                add(batchSlices.get(i - first), records.value(i), records.timestamp(i));
            }
            first = end;
        }
    }

    private LiveWindow sliceAt(long timestamp, Object value) {
        LiveWindow live = latest;
        return live.contains(timestamp) ? live : otherSliceAt(timestamp, value);
    }

    private LiveWindow otherSliceAt(long timestamp, Object value) {
        if (timestamp == Records.NO_TIMESTAMP) {
            throw FatalTaskException.withoutTimestamp("event-time window", context.operatorName(), value, "window");
        }
        LiveWindow found = secondLatest;
        if (!found.contains(timestamp)) {
            found = findSlice(timestamp);
        }
        secondLatest = latest;
        latest = found;
        return found;
    }

    /** A slice that counts as fired takes the long way: some of its windows are gone, or all, or it never was in one. */
    private LiveWindow findSlice(long timestamp) {
        long slice = grid.sliceOf(timestamp);
        long lastWindow = grid.lastWindow(slice);
        boolean isInNone = lastWindow < grid.firstWindow(slice);
        long cleanUpTime = lateness.cleanupTime(grid.window(lastWindow));
        boolean isLate = Lateness.isLate(cleanUpTime, context.currentWatermark());
        TimeWindow time = isLate || isInNone ? grid.slice(slice) : index.add(slice);
        return new LiveWindow(time, cleanUpTime, isLate || isInNone, isInNone || isAdded(slice, progress.fired()));
    }

    /** Whether a slice was added to what keys have in the window that fires next. */
    private boolean isAdded(long slice, long fired) {
        return fired != Long.MIN_VALUE && (fired == Long.MAX_VALUE || slice <= grid.lastSlice(fired));
    }

    private void add(LiveWindow slice, Object value, long timestamp) throws Exception {
        if (slice.isFired() || slice.isLate() || keysDiffer) {
            addBehind(slice.window(), value, timestamp);
            return;
        }
        TimeWindow time = slice.window();
        slices.put(time, accumulation.add(slices.get(time), value));
    }

    /** A record for which not all windows of its slice are yet to come, perhaps. */
    private void addBehind(TimeWindow time, Object value, long timestamp) throws Exception {
        long slice = grid.sliceOf(timestamp);
        long firstWindow = grid.firstWindow(slice);
        long lastWindow = grid.lastWindow(slice);
        long watermark = context.currentKeyWatermark();
        if (lastWindow < firstWindow || Lateness.isLate(lateness.cleanupTime(grid.window(lastWindow)), watermark)) {
            leftOut.take(keyedState.currentKey(), value, timestamp);
            return;
        }
        long fired = progress.firedFor(keyedState.currentKey(), keyedState.currentKeyHash());
        // After a rescale in the middle of a firing a key may have slices of a window that has not fired for it.
        if (lastWindow > fired && (isAdded(slice, fired) || aggregates.hasAdded(slice))) {
            aggregates.addRecord(slice, value, grid.lastSlice(fired));
        } else {
            slices.put(time, accumulation.add(slices.get(time), value));
        }
        if (lateness.isAllowed()) {
            fireAgain(slice, firstWindow, Math.min(lastWindow, fired), watermark);
        }
    }

    /** Fires those windows again that are not gone yet. */
    private void fireAgain(long slice, long first, long newest, long watermark) throws Exception {
        long oldest = newest + 1;
        while (oldest > first && !Lateness.isLate(lateness.cleanupTime(grid.window(oldest - 1)), watermark)) {
            oldest--;
            windowCleanUp.onFired(oldest);
        }
        if (oldest <= newest) {
            firedAgain.fire(keyedState.currentKey(), slice, oldest, newest);
        }
    }

    @Override
    public boolean advance(long watermark) throws Exception {
        latest = LiveWindow.NONE;
        secondLatest = LiveWindow.NONE;
        keysDiffer = progress.keysDiffer() || context.hasKeyGroupsAhead();
        while (true) {
            if (firing == Long.MIN_VALUE) {
                if (!takeOff()) {
                    return false;
                }
                long next = nextWindow();
                if (next == Long.MAX_VALUE || grid.window(next).maxTimestamp() > watermark) {
                    break;
                }
                firing = next;
                addedBelow = Long.MIN_VALUE;
            }
            if (!fire()) {
                return false;
            }
        }
        progress.onFired(grid.lastDue(watermark));
        if (!takeOff()) {
            return false;
        }
        cleanUp(watermark);
        return true;
    }

    /** The next window that has records; Long.MAX_VALUE for none. */
    private long nextWindow() {
        long fired = progress.fired();
        if (fired == Long.MAX_VALUE) {
            return Long.MAX_VALUE;
        }
        Long slice = index.firstFrom(fired == Long.MIN_VALUE ? fired : grid.firstSlice(fired + 1));
        if (slice == null) {
            return Long.MAX_VALUE;
        }
        return fired == Long.MIN_VALUE ? grid.firstWindow(slice) : Math.max(fired + 1, grid.firstWindow(slice));
    }

    @Override
    public long nextFiring() {
        long next = firing == Long.MIN_VALUE ? nextWindow() : firing;
        return next == Long.MAX_VALUE ? next : grid.window(next).maxTimestamp();
    }

    /** A bit of a firing; returns whether it is at its end. */
    private boolean fire() throws Exception {
        if (firingWalk == null) {
            if (!addSlices()) {
                return false;
            }
            progress.begin(firing);
            firingWalk = aggregates.walk();
        }
        TimeWindow window = grid.window(firing);
        while (firingWalk.next()) {
            Object key = firingWalk.key();
            if (!progress.pass(key, firingWalk.keyHash())) {
                continue;
            }
            keyedState.setCurrentKey(key, firingWalk.keyHash());
            results.fire(key, window, aggregates.contents(firingWalk.value()));
            if (!output.hasRoom()) {
                progress.endSlice();
                return false;
            }
        }
        endFiringWalk();
        progress.end();
        windowCleanUp.onFired(firing);
        firing = Long.MIN_VALUE;
        return true;
    }

    /** Adds those slices of the window that fires which the window before it did not have; false when there is more to do. */
    private boolean addSlices() throws Exception {
        long fired = progress.fired();
        long from = fired == Long.MIN_VALUE ? fired : grid.lastSlice(fired) + 1;
        Long slice;
        while ((slice = index.firstFrom(Math.max(from, addedBelow))) != null && slice <= grid.lastSlice(firing)) {
            long number = slice;
            boolean isDone =
                    walk.go(slices, index.add(number), aggregates::expect, ofKey -> aggregates.add(number, ofKey));
            if (!isDone) {
                return false;
            }
            addedBelow = number + 1;
        }
        return true;
    }

    /** Takes off the slices that no window to come has; false when there is more to do. */
    private boolean takeOff() throws Exception {
        long fired = progress.fired();
        if (fired == Long.MIN_VALUE) {
            return true;
        }
        long firstSlice = fired == Long.MAX_VALUE ? fired : grid.firstSlice(fired + 1);
        Long slice;
        while ((slice = index.firstFrom(takenOffBelow)) != null && slice < firstSlice) {
            long number = slice;
            TimeWindow time = index.add(number);
            boolean isDone =
                    walk.go(slices, time, aggregates::expect, ofKey -> aggregates.remove(number, firstSlice, ofKey));
            if (!isDone) {
                return false;
            }
            takenOffBelow = number + 1;
            if (!lateness.isAllowed()) {
                drop(number, time);
            }
        }
        return true;
    }

    /** Drops slices and windows that no record can come to any more. */
    private void cleanUp(long watermark) {
        Long slice;
        while (lateness.isAllowed() && (slice = index.firstFrom(Long.MIN_VALUE)) != null) {
            TimeWindow last = grid.window(grid.lastWindow(slice));
            if (!Lateness.isLate(lateness.cleanupTime(last), watermark)) {
                break;
            }
            drop(slice, index.add(slice));
        }
        windowCleanUp.advance(watermark);
    }

    private void drop(long slice, TimeWindow time) {
        slices.drop(time);
        if (suffixes != slices) {
            suffixes.drop(time);
        }
        index.remove(slice);
    }

    private void endFiringWalk() {
        firingWalk.close();
        firingWalk = null;
    }

    @Override
    public void snapshot(OperatorStateWriter writer, long checkpointId) {
        index.snapshot(writer);
        layout.snapshot(writer);
        progress.snapshot(writer);
    }

    @Override
    public void close() throws Exception {
        if (firingWalk != null) {
            endFiringWalk();
        }
        if (walk != null) {
            walk.close();
        }
        results.close();
    }
}
