package io.tidemark.worker.window;

import io.tidemark.api.state.ValueStateDescriptor;
import io.tidemark.api.type.SerializerType;
import io.tidemark.api.type.Tuple2;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.MergingWindowAssigner;
import io.tidemark.api.window.Window;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which windows of one key become one, as its assigner says. A window is a pair of itself and its contents, null when they were
 * purged; windows stand in the order in which their first records came. Holds nothing: the windows are handed in and changed.
 */
final class MergingSet {
    /** Of the state that has the windows of a key. */
    static final String STATE_NAME = "merging-windows";

    private final MergingWindowAssigner<?, Window> assigner;
    private final WindowContents contents;

    MergingSet(MergingWindowAssigner<?, Window> assigner, WindowContents contents) {
        this.assigner = assigner;
        this.contents = contents;
    }

    /**
     * Some windows that become one.
     *
     * @param result what they become
     * @param parts those that are there and go, which {@code result} is not among
     * @param withAdded whether the added window is one of them
     */
    record Merge(Window result, List<Window> parts, boolean withAdded) {}

    /** What happens when a window is added to those that are there. Changes nothing. */
    List<Merge> decide(List<Tuple2<Window, Object>> live, Window added) {
        Set<Window> all = new HashSet<>();
        live.forEach(window -> all.add(window.f0));
        boolean isNew = all.add(added);
        List<Merge> merges = new ArrayList<>();
        assigner.mergeWindows(List.copyOf(all), (merged, result) -> merges.add(merge(merged, result, added, isNew)));
        return merges;
    }

    private static Merge merge(Collection<Window> merged, Window result, Window added, boolean isNew) {
        List<Window> parts = new ArrayList<>();
        boolean withAdded = false;
        for (Window window : merged) {
            boolean isAdded = window.equals(added);
            withAdded |= isAdded;
            if (!window.equals(result) && !(isAdded && isNew)) {
                parts.add(window);
            }
        }
        return new Merge(result, parts, withAdded);
    }

    /** Puts the contents of the parts together, into the place of the earliest. */
    void apply(List<Tuple2<Window, Object>> live, Merge merge) throws Exception {
        Tuple2<Window, Object> into = null;
        for (int i = 0; i < live.size(); ) {
            Tuple2<Window, Object> window = live.get(i);
            if (!window.f0.equals(merge.result()) && !merge.parts().contains(window.f0)) {
                i++;
            } else if (into == null) {
                into = window;
                i++;
            } else {
                into.f1 = both(into.f1, window.f1);
                live.remove(i);
            }
        }
        if (into != null) {
            into.f0 = merge.result();
        }
    }

    /** The contents of two windows that become one, either of them null when they were purged. */
    Object both(Object earlier, Object later) throws Exception {
        if (earlier == null || later == null) {
            return earlier == null ? later : earlier;
        }
        return contents.merge(earlier, later);
    }

    /** The windows of a key with their contents. */
    static ValueStateDescriptor<List<Tuple2<Window, Object>>> state(
            TypeSerializer<Window> windows, TypeSerializer<Object> contents) {
        return new ValueStateDescriptor<>(
                STATE_NAME, Types.LIST(Types.TUPLE(new SerializerType<>(windows), new SerializerType<>(contents))));
    }

    /** A window of those that are there, or null. */
    static Tuple2<Window, Object> find(List<Tuple2<Window, Object>> live, Window window) {
        if (live != null) {
            for (Tuple2<Window, Object> one : live) {
                if (one.f0.equals(window)) {
                    return one;
                }
            }
        }
        return null;
    }

    /** An arrival that is larger than that of any record that is there. */
    long nextArrival(List<Tuple2<Window, Object>> live) {
        long next = WindowContents.FIRST_ARRIVAL;
        for (Tuple2<Window, Object> window : live) {
            if (window.f1 != null) {
                next = Math.max(next, contents.nextArrival(window.f1));
            }
        }
        return next;
    }
}
