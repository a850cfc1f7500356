package io.tidemark.worker.window;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import java.util.Arrays;

/**
 * A set of slice numbers, kept as runs of neighbours: small for a key with records in every slice, and for one with few
 * records. Not thread-safe.
 */
final class SliceRuns {
    /** First and last of each run, in order; only the first {@code 2 * runs} count. */
    private long[] bounds;

    private int runs;

    SliceRuns() {
        this(new long[2], 0);
    }

    private SliceRuns(long[] bounds, int runs) {
        this.bounds = bounds;
        this.runs = runs;
    }

    SliceRuns copy() {
        return new SliceRuns(Arrays.copyOf(bounds, Math.max(2, 2 * runs)), runs);
    }

    boolean isEmpty() {
        return runs == 0;
    }

    /** The smallest; there is one. */
    long first() {
        return bounds[0];
    }

    /** The largest; there is one. */
    long last() {
        return bounds[2 * runs - 1];
    }

    boolean contains(long slice) {
        int run = runAtOrBefore(slice);
        return run >= 0 && slice <= bounds[2 * run + 1];
    }

    /** The largest below a number; Long.MIN_VALUE for none. */
    long before(long slice) {
        int run = slice == Long.MIN_VALUE ? -1 : runAtOrBefore(slice - 1);
        return run < 0 ? Long.MIN_VALUE : Math.min(bounds[2 * run + 1], slice - 1);
    }

    /** The last run that begins at or before a number, -1 for none; mostly the last of all is asked for. */
    private int runAtOrBefore(long slice) {
        if (runs > 0 && bounds[2 * runs - 2] <= slice) {
            return runs - 1;
        }
        int low = 0;
        int high = runs - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (bounds[2 * middle] <= slice) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low - 1;
    }

    void add(long slice) {
        int run = runAtOrBefore(slice);
        if (run >= 0 && slice <= bounds[2 * run + 1]) {
            return;
        }
        boolean endsBefore = run >= 0 && bounds[2 * run + 1] == slice - 1;
        boolean beginsAfter = run + 1 < runs && bounds[2 * run + 2] == slice + 1;
        if (endsBefore && beginsAfter) {
            bounds[2 * run + 1] = bounds[2 * run + 3];
            removeRun(run + 1);
        } else if (endsBefore) {
            bounds[2 * run + 1] = slice;
        } else if (beginsAfter) {
            bounds[2 * run + 2] = slice;
        } else {
            insertRun(run + 1, slice);
        }
    }

    private void insertRun(int at, long slice) {
        if (2 * runs == bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * bounds.length);
        }
        System.arraycopy(bounds, 2 * at, bounds, 2 * at + 2, 2 * (runs - at));
        bounds[2 * at] = slice;
        bounds[2 * at + 1] = slice;
        runs++;
    }

    private void removeRun(int at) {
        System.arraycopy(bounds, 2 * at + 2, bounds, 2 * at, 2 * (runs - at - 1));
        runs--;
    }

    /** Takes out all below a number. */
    void removeBefore(long slice) {
        while (runs > 0 && bounds[1] < slice) {
            removeRun(0);
        }
        if (runs > 0) {
            bounds[0] = Math.max(bounds[0], slice);
        }
    }

    void write(BinaryWriter out) {
        out.writeVarInt(runs);
        long before = 0;
        for (int i = 0; i < 2 * runs; i++) {
            out.writeSignedVarLong(bounds[i] - before);
            before = bounds[i];
        }
    }

    static SliceRuns read(BinaryReader in) {
        int runs = in.readVarInt();
        long[] bounds = new long[Math.max(2, 2 * runs)];
        long before = 0;
        for (int i = 0; i < 2 * runs; i++) {
            before += in.readSignedVarLong();
            bounds[i] = before;
        }
        return new SliceRuns(bounds, runs);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SliceRuns that && Arrays.equals(bounds, 0, 2 * runs, that.bounds, 0, 2 * that.runs);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = 0; i < 2 * runs; i++) {
            hash = 31 * hash + Long.hashCode(bounds[i]);
        }
        return hash;
    }

    @Override
    public String toString() {
        return Arrays.toString(Arrays.copyOf(bounds, 2 * runs));
    }
}
