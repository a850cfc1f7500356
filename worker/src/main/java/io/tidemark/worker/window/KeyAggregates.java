package io.tidemark.worker.window;

import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.type.StableHash;
import io.tidemark.api.window.TimeWindow;

/**
 * The {@link KeyAggregate} of each key, as slices come to the window and leave it. Each slice of a key is added once, put
 * into the front once and leaves once, so the work does not depend on how many slices a window has.
 *
 * <p>All but the walk concern the current key. Whatever is done a second time, after a restore, changes nothing.
 */
final class KeyAggregates {
    private static final TimeWindow ALL_TIME = new TimeWindow(Long.MIN_VALUE, Long.MAX_VALUE);

    private final SliceGrid grid;
    private final Accumulation accumulation;
    private final KeyedState keyedState;
    private final NamespacedState<TimeWindow, Object> slices;

    /** At a slice of the front: the front without it and those before it. The slices themselves where nobody needs those. */
    private final NamespacedState<TimeWindow, Object> suffixes;

    private final NamespacedState<TimeWindow, KeyAggregate> aggregates;

    /**
     * @param slices contents by slice and key
     * @param suffixes of the same kind; the same when contents are not needed once a slice is in the front
     */
    KeyAggregates(
            SliceGrid grid,
            Accumulation accumulation,
            KeyedState keyedState,
            NamespacedState<TimeWindow, Object> slices,
            NamespacedState<TimeWindow, Object> suffixes,
            String name) {
        this.grid = grid;
        this.accumulation = accumulation;
        this.keyedState = keyedState;
        this.slices = slices;
        this.suffixes = suffixes;
        this.aggregates = keyedState.namespaced(
                name, TimeWindow.serializer(), new KeyAggregate.Serializer(accumulation.serializer()));
    }

    /** Tells which keys come next. */
    void expect(int[] keyHashes, int count) {
        aggregates.expect(ALL_TIME, keyHashes, count);
    }

    /** Walks the keys that have records in the window. */
    NamespacedState.Cursor<KeyAggregate> walk() {
        return aggregates.cursor(ALL_TIME);
    }

    /** The contents of a window that holds just what is in here, for the caller to keep. */
    Object contents(KeyAggregate aggregate) throws Exception {
        return accumulation.merge(accumulation.kept(aggregate.front), accumulation.kept(aggregate.back));
    }

    /** Whether a slice came to the window of the current key already, also where the key had no records in it. */
    boolean hasAdded(long slice) {
        KeyAggregate aggregate = aggregates.get(ALL_TIME);
        return aggregate != null && slice < aggregate.addedBelow;
    }

    /** A slice comes to the window; it is later than all that came before. */
    void add(long slice, Object contents) throws Exception {
        KeyAggregate aggregate = aggregates.get(ALL_TIME);
        if (aggregate == null) {
            aggregate = new KeyAggregate();
        } else if (slice < aggregate.addedBelow) {
            return;
        } else if (aggregate.front == null && slice - aggregate.slices.first() >= patience()) {
            makeFront(aggregate);
        }
        aggregate.back = accumulation.merge(aggregate.back, accumulation.kept(contents));
        aggregate.slices.add(slice);
        aggregate.addedBelow = slice + 1;
        aggregates.put(ALL_TIME, aggregate);
    }

    /** After how many slices a key gets its first front, so that not all keys get theirs in the same firing. */
    private long patience() {
        long slicesPerWindow = grid.slicesPerWindow();
        return slicesPerWindow == Long.MAX_VALUE
                ? slicesPerWindow
                : 1 + (StableHash.finish(keyedState.currentKeyHash()) & Integer.MAX_VALUE) % slicesPerWindow;
    }

    /**
     * A slice leaves the window.
     *
     * @param firstSlice the first one of the window from now on
     * @param atSlice what the slices have for it
     */
    void remove(long slice, long firstSlice, Object atSlice) throws Exception {
        KeyAggregate aggregate = aggregates.get(ALL_TIME);
        if (aggregate == null || slice < aggregate.slices.first()) {
            return;
        }
        if (aggregate.slices.last() < firstSlice) {
            aggregates.remove(ALL_TIME);
            return;
        }
        if (aggregate.isInFront(slice)) {
            boolean isLastOfFront = slice == aggregate.frontThrough;
            aggregate.front = isLastOfFront ? null : without(slice, atSlice);
            aggregate.slices.removeBefore(slice + 1);
        } else {
            aggregate.slices.removeBefore(firstSlice);
            makeFront(aggregate);
        }
        aggregates.put(ALL_TIME, aggregate);
    }

    private Object without(long slice, Object atSlice) {
        return suffixes == slices ? atSlice : suffixes.get(grid.slice(slice));
    }

    /** All slices go to the front, which is empty. */
    private void makeFront(KeyAggregate aggregate) throws Exception {
        Object suffix = null;
        aggregate.frontThrough = aggregate.slices.last();
        for (long slice = aggregate.slices.last(); slice != Long.MIN_VALUE; slice = aggregate.slices.before(slice)) {
            TimeWindow time = grid.slice(slice);
            Object contents = slices.get(time);
            assert contents != null : "slice " + slice + " of " + aggregate.slices + " has nothing of its key";
            boolean isReplaced = suffix != null && suffixes == slices;
            if (suffix != null) {
                suffixes.put(time, suffix);
            }
            suffix = accumulation.merge(isReplaced ? contents : accumulation.kept(contents), accumulation.kept(suffix));
        }
        aggregate.front = suffix;
        aggregate.back = null;
    }

    /**
     * A record comes to a slice that has been added already.
     *
     * @param addedThrough the last slice that was, for this key
     */
    void addRecord(long slice, Object value, long addedThrough) throws Exception {
        KeyAggregate aggregate = aggregates.get(ALL_TIME);
        if (aggregate == null) {
            aggregate = new KeyAggregate();
            aggregate.addedBelow = addedThrough + 1;
        }
        boolean isInFront = aggregate.isInFront(slice);
        if (isInFront) {
            addToFront(aggregate, slice, value);
        } else {
            aggregate.back = accumulation.add(aggregate.back, accumulation.keptRecord(value));
        }
        if (!isInFront || suffixes != slices) {
            TimeWindow time = grid.slice(slice);
            slices.put(time, accumulation.add(slices.get(time), value));
        }
        aggregate.slices.add(slice);
        aggregate.addedBelow = Math.max(aggregate.addedBelow, slice + 1);
        aggregates.put(ALL_TIME, aggregate);
    }

    /** The record is in the front, and in what the front is without each slice before its own. */
    private void addToFront(KeyAggregate aggregate, long slice, Object value) throws Exception {
        long before = aggregate.slices.before(slice);
        if (!aggregate.slices.contains(slice)) {
            Object after = before == Long.MIN_VALUE ? aggregate.front : suffixes.get(grid.slice(before));
            suffixes.put(grid.slice(slice), accumulation.kept(after));
        }
        for (long earlier = before; earlier != Long.MIN_VALUE; earlier = aggregate.slices.before(earlier)) {
            TimeWindow time = grid.slice(earlier);
            suffixes.put(time, accumulation.add(suffixes.get(time), accumulation.keptRecord(value)));
        }
        aggregate.front = accumulation.add(aggregate.front, accumulation.keptRecord(value));
    }
}
