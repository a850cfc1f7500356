package io.tidemark.worker.window;

import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorSpec.WindowSpec;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.GlobalWindow;
import io.tidemark.api.window.MergingWindowAssigner;
import io.tidemark.api.window.Window;

/**
 * What one window of one key keeps where windows are not alike: where they merge, where records are evicted, and where results
 * do not carry the end of their window. Built on {@link Contents}.
 */
interface WindowContents {
    /** What nothing arrived before. */
    long FIRST_ARRIVAL = 0;

    /** Before the first record. */
    default void open(OperatorContext context) {}

    /**
     * The contents with one record more.
     *
     * @param before null for a window without any
     * @param arrival larger than that of every record that the windows of its key have; only asked for where windows merge
     */
    Object add(Object before, Object value, long timestamp, long arrival) throws Exception;

    /** A record for more than one window. */
    default Object keptRecord(Object value) {
        return value;
    }

    /** The contents of two windows that become one; the first record of {@code earlier} was there before any of the other's. */
    Object merge(Object earlier, Object later) throws Exception;

    /** An arrival that is larger than any in here. */
    default long nextArrival(Object contents) {
        return FIRST_ARRIVAL;
    }

    /**
     * The window fires for the current key.
     *
     * @return what it keeps, if {@link #changesByFiring}; null for nothing
     */
    Object fire(Object key, Window window, Object contents, WindowResults results) throws Exception;

    /** Whether a firing takes something out. */
    default boolean changesByFiring() {
        return false;
    }

    TypeSerializer<Object> serializer();

    static WindowContents of(WindowSpec spec) {
        Contents contents = Contents.of(spec);
        boolean merges = spec.assigner() instanceof MergingWindowAssigner;
        boolean global = spec.assigner().getWindowSerializer().equals(GlobalWindow.serializer());
        if (spec.evictor() != null || (merges && contents instanceof Contents.All)) {
            return new ElementContents(spec, contents, merges, global);
        }
        return global ? new DatedContents(contents) : new ValueContents(contents);
    }
}
