package io.tidemark.worker.window;

import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.operator.OperatorOutput;
import io.tidemark.api.window.TimeWindow;

/**
 * A walk through the keys of a slice, some at a time, so that what is kept of them elsewhere is looked up together. It can be
 * left between two such groups only: what a cursor hands out is not held over a barrier.
 */
final class SliceWalk {
    /** As many as the state looks up together. */
    private static final int GROUP = 32;

    /** Does something with the current key's contents of the slice. */
    @FunctionalInterface
    interface Visit {
        void visit(Object contents) throws Exception;
    }

    /** Hears which keys come next. */
    @FunctionalInterface
    interface Announcement {
        void expect(int[] keyHashes, int count);
    }

    private final KeyedState keyedState;
    private final OperatorOutput output;
    private final Object[] keys = new Object[GROUP];
    private final int[] hashes = new int[GROUP];
    private final Object[] contents = new Object[GROUP];
    private NamespacedState.Cursor<Object> cursor;

    SliceWalk(KeyedState keyedState, OperatorOutput output) {
        this.keyedState = keyedState;
        this.output = output;
    }

    /** Walks through a slice, or goes on with that; returns whether it is at the end. The visits do not write to the slice. */
    boolean go(NamespacedState<TimeWindow, Object> slices, TimeWindow slice, Announcement ahead, Visit visit)
            throws Exception {
        if (cursor == null) {
            cursor = slices.cursor(slice);
        }
        int count;
        do {
            count = read();
            ahead.expect(hashes, count);
            for (int i = 0; i < count; i++) {
                keyedState.setCurrentKey(keys[i], hashes[i]);
                visit.visit(contents[i]);
            }
            if (count == GROUP && !output.hasRoom()) {
                return false;
            }
        } while (count == GROUP);
        close();
        return true;
    }

    private int read() {
        int count = 0;
        while (count < GROUP && cursor.next()) {
            keys[count] = cursor.key();
            hashes[count] = cursor.keyHash();
            contents[count++] = cursor.value();
        }
        return count;
    }

    void close() {
        if (cursor != null) {
            cursor.close();
            cursor = null;
        }
    }
}
