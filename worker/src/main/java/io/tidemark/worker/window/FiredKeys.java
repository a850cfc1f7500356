package io.tidemark.worker.window;

import io.tidemark.api.operator.OperatorContext;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.window.TimeWindow;
import io.tidemark.checkpoint.key.KeyGroupRange;
import io.tidemark.checkpoint.key.KeyGroups;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The keys for which a window has fired that has not fired for all: those of a restored snapshot, and those that the firing under way
 * has passed, fired or not. They become bytes at the end of the slice in which they were passed, so that a barrier between two slices
 * copies bytes and no more, however many keys there are by then. A firing that is done in its first slice writes nothing.
 */
final class FiredKeys {
    private static final String NAME = "fired-keys";
    private static final int RUN_BYTES = 64 << 10;

    private final TypeSerializer<Object> keySerializer;
    private final TypeSerializer<FiredKeyRun> runSerializer;

    /** As of the restored snapshot, until the window has fired here or had before. Own keys only. */
    private final Map<TimeWindow, Set<KeyByValue>> restored = new HashMap<>();

    /** By window all its keys but those of this slice. */
    private final Map<TimeWindow, Runs> runs = new HashMap<>();

    /** The window whose firing is under way; null for none. */
    private TimeWindow firing;

    private final List<Object> passedInSlice = new ArrayList<>();

    FiredKeys(TypeSerializer<Object> keySerializer) {
        this.keySerializer = keySerializer;
        this.runSerializer = new FiredKeyRun.Serializer(keySerializer);
    }

    /** The keys of one window as bytes. */
    private static final class Runs {
        private final TimeWindow window;
        private final List<FiredKeyRun> full = new ArrayList<>();
        private final BinaryWriter last = new BinaryWriter(256);
        private int lastCount;

        Runs(TimeWindow window) {
            this.window = window;
        }

        void add(Object key, TypeSerializer<Object> serializer) {
            serializer.serialize(key, last);
            lastCount++;
            if (last.length() >= RUN_BYTES) {
                full.add(last());
                last.reset();
                lastCount = 0;
            }
        }

        private FiredKeyRun last() {
            return new FiredKeyRun(window, lastCount, last.toByteArray());
        }

        void addTo(List<FiredKeyRun> target) {
            target.addAll(full);
            if (lastCount > 0) {
                target.add(last());
            }
        }
    }

    void open(OperatorContext context, KeyGroupRange ownGroups) {
        for (FiredKeyRun run : context.restoredState(NAME, runSerializer)) {
            run.forEach(keySerializer, key -> {
                if (ownGroups.contains(KeyGroups.keyGroup(keySerializer.hash(key), context.maxParallelism()))) {
                    restore(run.window(), key);
                }
            });
        }
    }

    private void restore(TimeWindow window, Object key) {
        if (restored.computeIfAbsent(window, missing -> new HashSet<>()).add(byValue(key))) {
            runs(window).add(key, keySerializer);
        }
    }

    private Runs runs(TimeWindow window) {
        return runs.computeIfAbsent(window, Runs::new);
    }

    private KeyByValue byValue(Object key) {
        return new KeyByValue(key, keySerializer);
    }

    /** Whether a restored snapshot has keys of windows that have not fired here for all. */
    boolean isAnyRestored() {
        return !restored.isEmpty();
    }

    /** Whether a window had fired for a key when the restored snapshot was taken, and has not fired here for all. */
    boolean wasRestored(TimeWindow window, Object key) {
        Set<KeyByValue> keys = restored.get(window);
        return keys != null && keys.contains(byValue(key));
    }

    /** The windows of which {@link #wasRestored} is true for a key. */
    List<TimeWindow> restoredWindows(Object key) {
        KeyByValue byValue = byValue(key);
        List<TimeWindow> windows = new ArrayList<>();
        restored.forEach((window, keys) -> {
            if (keys.contains(byValue)) {
                windows.add(window);
            }
        });
        return windows;
    }

    /** The walk through a window begins. */
    void begin(TimeWindow window) {
        firing = window;
        passedInSlice.clear();
    }

    /** The walk passes a key that was not restored. */
    void pass(Object key) {
        passedInSlice.add(key);
    }

    /** The walk stops, and goes on in another slice. */
    void endSlice() {
        if (passedInSlice.isEmpty()) {
            return;
        }
        Runs passed = runs(firing);
        for (Object key : passedInSlice) {
            passed.add(key, keySerializer);
        }
        passedInSlice.clear();
    }

    /** The window has fired for all keys. */
    void end() {
        TimeWindow done = firing;
        firing = null;
        passedInSlice.clear();
        forget(done::equals);
    }

    /** Forgets the keys of windows that have fired for all. */
    void forget(Predicate<TimeWindow> hasFiredForAll) {
        restored.keySet().removeIf(hasFiredForAll);
        runs.keySet().removeIf(hasFiredForAll);
    }

    void snapshot(OperatorStateWriter writer) {
        endSlice();
        List<FiredKeyRun> all = new ArrayList<>();
        runs.values().forEach(ofWindow -> ofWindow.addTo(all));
        if (!all.isEmpty()) {
            writer.put(NAME, StateSharing.MERGE, runSerializer, all);
        }
    }
}
