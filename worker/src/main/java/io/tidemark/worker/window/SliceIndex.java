package io.tidemark.worker.window;

import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.worker.failure.FatalTaskException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The slices that hold records of any key, by number. */
final class SliceIndex {
    private static final String SLICES = "slices";

    private final SliceGrid grid;
    private final TreeMap<Long, TimeWindow> slices = new TreeMap<>();

    SliceIndex(SliceGrid grid) {
        this.grid = grid;
    }

    /** @throws FatalTaskException when the restored slices are of windows of another kind */
    void open(OperatorContext context) {
        for (TimeWindow slice : context.restoredState(SLICES, TimeWindow.serializer())) {
            long number = grid.sliceOf(slice.maxTimestamp());
            if (!grid.slice(number).equals(slice)) {
                throw new FatalTaskException(
                        "The windows of \"" + context.operatorName()
                                + "\" have another size, slide or offset than in the"
                                + " snapshot, which holds the slice " + slice + ".",
                        "Give the operator a new uid, so that it starts without what was in its windows.");
            }
            slices.put(number, slice);
        }
    }

    boolean isEmpty() {
        return slices.isEmpty();
    }

    void snapshot(OperatorStateWriter writer) {
        writer.put(SLICES, StateSharing.MERGE, TimeWindow.serializer(), new ArrayList<>(slices.values()));
    }

    /** The time of a slice, which is held from now on. */
    TimeWindow add(long slice) {
        return slices.computeIfAbsent(slice, grid::slice);
    }

    void remove(long slice) {
        slices.remove(slice);
    }

    /** The number of the first slice from this one on; null for none. */
    Long firstFrom(long slice) {
        return slices.ceilingKey(slice);
    }

    /** Those with these numbers, both included, in order. */
    List<Map.Entry<Long, TimeWindow>> between(long first, long last) {
        return first > last
                ? List.of()
                : List.copyOf(slices.subMap(first, true, last, true).entrySet());
    }
}
