package io.tidemark.worker.window;

import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.Types;
import io.tidemark.api.window.Window;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Windows that went after a restore, before their function had asked for what it keeps by window: until it does nobody knows
 * how that is stored, so it cannot be dropped. It is as soon as the function asks. Part of snapshots.
 */
final class GoneWindows {
    private static final String NAMES = "window-state-names";
    private static final String GONE = "gone-windows";

    private final TypeSerializer<String> texts = Types.STRING.createSerializer();
    private final OperatorContext context;
    private final TypeSerializer<Window> windows;
    private final Lateness lateness;

    /** How far any key had been: only windows that had fired by then may have states that were not asked for since. */
    private final long restoredTo;

    private final Set<String> names = new TreeSet<>();

    /** Those in the snapshot that the function has not asked for since. */
    private final Set<String> notAskedFor = new TreeSet<>();

    private final List<Window> gone = new ArrayList<>();

    GoneWindows(OperatorContext context, TypeSerializer<Window> windows, Lateness lateness) {
        this.context = context;
        this.windows = windows;
        this.lateness = lateness;
        this.restoredTo = furthest(context);
        names.addAll(context.restoredState(NAMES, texts));
        notAskedFor.addAll(names);
        gone.addAll(context.restoredState(GONE, windows));
        context.addSnapshotPart((state, checkpointId) -> snapshot(state));
    }

    private static long furthest(OperatorContext context) {
        long furthest = context.currentWatermark();
        if (context.hasKeyGroupsAhead()) {
            KeyGroupRange own = KeyGroups.range(context.subtask(), context.parallelism(), context.maxParallelism());
            for (int group = own.first(); group <= own.last(); group++) {
                furthest = Math.max(furthest, context.aheadWatermark(group));
            }
        }
        return furthest;
    }

    /** The function asks for a state of its windows for the first time. */
    void onAskedFor(String name, NamespacedState<Window, ?> table) {
        names.add(name);
        if (notAskedFor.remove(name)) {
            gone.stream().filter(this::isGoneHere).forEach(table::drop);
        }
        if (notAskedFor.isEmpty()) {
            gone.removeIf(this::isGoneHere);
        }
    }

    /** After subtasks were merged a window that was gone from one of them may be there again. */
    private boolean isGoneHere(Window window) {
        return Lateness.isLate(lateness.cleanupTime(window), context.currentWatermark());
    }

    /** A window is gone for all keys. */
    void onGone(Window window) {
        if (!notAskedFor.isEmpty() && window.maxTimestamp() <= restoredTo) {
            gone.add(window);
        }
    }

    private void snapshot(OperatorStateWriter state) {
        if (!names.isEmpty()) {
            state.put(NAMES, StateSharing.MERGE, texts, List.copyOf(names));
        }
        if (!gone.isEmpty()) {
            state.put(GONE, StateSharing.MERGE, windows, List.copyOf(gone));
        }
    }
}
