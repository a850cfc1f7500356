package io.tidemark.worker.window;

import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.window.TimeWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Windows of one key that fire again because a record came within the allowed lateness. All of them hold the slice of the record,
 * so each is a run of slices up to there and a run of those after it.
 */
final class FiredAgain {
    private final SliceGrid grid;
    private final Accumulation accumulation;
    private final SliceIndex index;
    private final NamespacedState<TimeWindow, Object> slices;
    private final WindowResults results;

    FiredAgain(
            SliceGrid grid,
            Accumulation accumulation,
            SliceIndex index,
            NamespacedState<TimeWindow, Object> slices,
            WindowResults results) {
        this.grid = grid;
        this.accumulation = accumulation;
        this.index = index;
        this.slices = slices;
        this.results = results;
    }

    /** Fires windows of the current key, in the order in which a record is put into them; {@code slice} has it already. */
    void fire(Object key, long slice, long oldest, long newest) throws Exception {
        List<Long> numbers = new ArrayList<>();
        List<Object> upTo = new ArrayList<>();
        List<Object> after = new ArrayList<>();
        Object sum = null;
        for (Map.Entry<Long, TimeWindow> entry : index.between(grid.firstSlice(oldest), grid.lastSlice(newest))) {
            Object contents = slices.get(entry.getValue());
            if (contents == null) {
                continue;
            }
            numbers.add(entry.getKey());
            if (entry.getKey() <= slice) {
                upTo.add(contents);
            } else {
                sum = accumulation.merge(accumulation.kept(sum), accumulation.kept(contents));
                after.add(sum);
            }
        }
        fire(key, numbers, upTo, after, oldest, newest);
    }

    /**
     * @param upTo contents of each slice up to that of the record
     * @param after contents of all slices from that after the record up to each one, in order
     */
    private void fire(Object key, List<Long> numbers, List<Object> upTo, List<Object> after, long oldest, long newest)
            throws Exception {
        int first = upTo.size();
        int last = numbers.size() - 1;
        Object sum = null;
        List<Object> newestFirst = new ArrayList<>();
        for (long window = newest; window >= oldest; window--) {
            while (first > 0 && numbers.get(first - 1) >= grid.firstSlice(window)) {
                sum = accumulation.merge(accumulation.kept(upTo.get(--first)), sum);
            }
            while (numbers.get(last) > grid.lastSlice(window)) {
                last--;
            }
            Object end = last < upTo.size() ? null : after.get(last - upTo.size());
            newestFirst.add(accumulation.merge(accumulation.kept(sum), accumulation.kept(end)));
        }
        for (int i = 0; i < newestFirst.size(); i++) {
            int place = grid.isNewestFirst() ? i : newestFirst.size() - 1 - i;
            results.fire(key, grid.window(newest - place), newestFirst.get(place));
        }
    }
}
