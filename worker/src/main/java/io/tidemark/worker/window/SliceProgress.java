package io.tidemark.worker.window;

import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Up to which window all have fired, and for which keys the one after that has. Windows fire in the order of their numbers,
 * so a number says it all; after a rescale there is one for each key group until they have become equal.
 */
final class SliceProgress {
    private static final String FIRED = "fired-windows";

    private final SliceGrid grid;
    private final FiredKeys firedKeys;
    private KeyGroupRange ownGroups;
    private int maxParallelism;

    /** All windows up to this one have fired for all keys. */
    private long fired = Long.MIN_VALUE;

    /** By key group, from the first own one; null where it is the same for all. */
    private long[] firedByGroup;

    /** The window whose firing is under way; null for none. */
    private TimeWindow firing;

    private long firingNumber;
    private boolean firingGoesOn;

    SliceProgress(SliceGrid grid, TypeSerializer<Object> keySerializer) {
        this.grid = grid;
        this.firedKeys = new FiredKeys(keySerializer);
    }

    void open(OperatorContext context) {
        maxParallelism = context.maxParallelism();
        ownGroups = KeyGroups.range(context.subtask(), context.parallelism(), maxParallelism);
        firedKeys.open(context, ownGroups);
        firedByGroup = new long[ownGroups.count()];
        Arrays.fill(firedByGroup, grid.lastDue(context.currentWatermark()));
        for (FiredWindows range : context.restoredState(FIRED, FiredWindows.Serializer.INSTANCE)) {
            for (int group = range.firstKeyGroup; group <= range.lastKeyGroup; group++) {
                if (ownGroups.contains(group)) {
                    // Event time begins anew when a drained job is taken up again.
                    long reached = Math.max(context.currentWatermark(), context.aheadWatermark(group));
                    firedByGroup[group - ownGroups.first()] = grid.lastDue(Math.min(range.watermark, reached));
                }
            }
        }
        fired = Arrays.stream(firedByGroup).min().orElseThrow();
        forgetWhatIsBehind();
    }

    private void forgetWhatIsBehind() {
        forgetGroupsBehind();
        if (firedKeys.isAnyRestored()) {
            firedKeys.forget(this::hasFiredForAll);
        }
    }

    private boolean hasFiredForAll(TimeWindow window) {
        return isCutOff(window) ? fired == Long.MAX_VALUE : numberOf(window) <= fired;
    }

    /** Whether it ends with time, as others may, so that its end does not tell its number. */
    private static boolean isCutOff(TimeWindow window) {
        return window.getEnd() == Long.MAX_VALUE;
    }

    private long numberOf(TimeWindow window) {
        return grid.lastDue(window.maxTimestamp());
    }

    private void forgetGroupsBehind() {
        if (firedByGroup != null && Arrays.stream(firedByGroup).allMatch(number -> number <= fired)) {
            firedByGroup = null;
        }
    }

    /** All windows up to this one have fired for all keys; Long.MIN_VALUE for none, Long.MAX_VALUE at the end of time. */
    long fired() {
        return fired;
    }

    /** Whether windows have fired for some keys that have not for others. */
    boolean keysDiffer() {
        return firedByGroup != null;
    }

    /** All windows up to this one have fired for a key. */
    long firedFor(Object key, int keyHash) {
        long number = firedByGroup == null
                ? fired
                : Math.max(fired, firedByGroup[KeyGroups.keyGroup(keyHash, maxParallelism) - ownGroups.first()]);
        if (!firedKeys.isAnyRestored()) {
            return number;
        }
        for (TimeWindow window : firedKeys.restoredWindows(key)) {
            if (!isCutOff(window)) {
                number = Math.max(number, numberOf(window));
            }
        }
        return number;
    }

    /** All windows up to this one have fired, or had nothing to fire with. */
    void onFired(long window) {
        if (window > fired) {
            fired = window;
            forgetWhatIsBehind();
        }
    }

    /** The walk through a window begins. */
    void begin(long number) {
        firing = grid.window(number);
        firingNumber = number;
        firingGoesOn = firedKeys.isAnyRestored() || keysDiffer();
        firedKeys.begin(firing);
    }

    /** The walk passes a key; returns whether the window is to fire for it. */
    boolean pass(Object key, int keyHash) {
        if (firingGoesOn && firedKeys.wasRestored(firing, key)) {
            return false;
        }
        firedKeys.pass(key);
        return !firingGoesOn || firedFor(key, keyHash) < firingNumber;
    }

    /** The walk stops, and goes on in another slice. */
    void endSlice() {
        firedKeys.endSlice();
    }

    /** The window has fired for all keys. */
    void end() {
        firedKeys.end();
        firing = null;
        onFired(firingNumber);
    }

    void snapshot(OperatorStateWriter writer) {
        firedKeys.snapshot(writer);
        List<FiredWindows> ranges = new ArrayList<>();
        if (firedByGroup == null) {
            ranges.add(new FiredWindows(ownGroups.first(), ownGroups.last(), watermark(fired)));
        } else {
            for (int group = ownGroups.first(); group <= ownGroups.last(); group++) {
                long number = Math.max(fired, firedByGroup[group - ownGroups.first()]);
                ranges.add(new FiredWindows(group, group, watermark(number)));
            }
        }
        writer.put(FIRED, StateSharing.MERGE, FiredWindows.Serializer.INSTANCE, ranges);
    }

    /** The least watermark at which a window has fired. */
    private long watermark(long number) {
        return number == Long.MIN_VALUE || number == Long.MAX_VALUE
                ? number
                : grid.window(number).maxTimestamp();
    }

    /** All windows that end at or before a watermark have fired for a range of key groups. */
    private record FiredWindows(int firstKeyGroup, int lastKeyGroup, long watermark) {
        private enum Serializer implements TypeSerializer<FiredWindows> {
            INSTANCE;

            @Override
            public void serialize(FiredWindows windows, BinaryWriter out) {
                out.writeVarInt(windows.firstKeyGroup);
                out.writeVarInt(windows.lastKeyGroup);
                out.writeLong(windows.watermark);
            }

            @Override
            public FiredWindows deserialize(BinaryReader in) {
                int first = in.readVarInt();
                int last = in.readVarInt();
                return new FiredWindows(first, last, in.readLong());
            }

            @Override
            public FiredWindows copy(FiredWindows windows) {
                return windows;
            }

            @Override
            public boolean isImmutable() {
                return true;
            }

            @Override
            public int hash(FiredWindows windows) {
                return windows.hashCode();
            }

            @Override
            public SerializerSnapshot schema() {
                return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, FiredWindows.class.getName());
            }
        }
    }
}
