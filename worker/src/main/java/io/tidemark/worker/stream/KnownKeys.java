package io.tidemark.worker.stream;

import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.NamespacedState;
import io.tidemark.api.type.Types;

/** The keys that have had a record, as state: one entry for each, in one namespace, which can be walked. */
final class KnownKeys {
    /** Something to do with a key as the current one. */
    @FunctionalInterface
    interface Action {
        void run() throws Exception;
    }

    private static final String NAME = "known-keys";
    private static final Integer ALL = 0;

    private final KeyedState keyedState;
    private final NamespacedState<Integer, Boolean> known;

    KnownKeys(KeyedState keyedState) {
        this.keyedState = keyedState;
        this.known = keyedState.namespaced(NAME, Types.INT.createSerializer(), Types.BOOLEAN.createSerializer());
    }

    /** Remembers the current key. */
    void note() {
        if (known.get(ALL) == null) {
            known.put(ALL, true);
        }
    }

    /** Does something for each key; afterwards the current key is what it was. */
    void forEach(Action action) throws Exception {
        Object key = keyedState.currentKey();
        int keyHash = key == null ? 0 : keyedState.currentKeyHash();
        try (NamespacedState.Cursor<Boolean> all = known.cursor(ALL)) {
            while (all.next()) {
                keyedState.setCurrentKey(all.key(), all.keyHash());
                action.run();
            }
        }
        keyedState.setCurrentKey(key, keyHash);
    }
}
