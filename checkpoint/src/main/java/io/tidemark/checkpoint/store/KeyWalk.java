package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.key.KeyGroupRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the keys that may have something in a state: those that the cache has, then those that only the database has. Changes
 * nothing.
 */
final class KeyWalk {
    private final StateDatabase database;
    private final KeyGroupRange keyGroups;
    private final TypeSerializer<Object> keySerializer;
    private final BinaryReader in = new BinaryReader();

    KeyWalk(StateDatabase database, KeyGroupRange keyGroups, TypeSerializer<Object> keySerializer) {
        this.database = database;
        this.keyGroups = keyGroups;
        this.keySerializer = keySerializer;
    }

    /** The keys; a state that is kept by namespace has no keys of this kind. */
    List<Object> keys(StateDefinition state) {
        List<Object> keys = new ArrayList<>();
        HashIndex<? extends Keyed> cached = cached(state);
        for (int slot = 0; slot < cached.capacity(); slot++) {
            Keyed present = cached.at(slot);
            if (present != null) {
                keys.add(present instanceof Entry entry ? state.keyOf(entry) : present.key);
            }
        }
        boolean mayBeStored = state.onlyTable() == null ? state.incomplete : state.onlyTable().incomplete;
        if (mayBeStored) {
            addStored(state, cached, keys);
        }
        return keys;
    }

    private static HashIndex<? extends Keyed> cached(StateDefinition state) {
        return state.onlyTable() == null ? state.tables() : state.onlyTable().entries();
    }

    private void addStored(StateDefinition state, HashIndex<? extends Keyed> cached, List<Object> keys) {
        String kind = state.kind().storedName();
        for (int keyGroup = keyGroups.first(); keyGroup <= keyGroups.last(); keyGroup++) {
            byte[] prefix = StateKeyFormat.statePrefix(keyGroup, state.id());
            byte[] before = null;
            try (DatabaseScan scan = database.scan(Column.STATE, prefix, StateKeyFormat.endOf(prefix))) {
                for (; scan.isValid(); scan.next()) {
                    byte[] bytes = StoredKey.of(kind, scan.key()).key();
                    // All elements of a list, and all entries of a map, stand together.
                    if (Arrays.equals(bytes, before)) {
                        continue;
                    }
                    before = bytes;
                    in.wrap(bytes, 0, bytes.length);
                    Object key = keySerializer.deserialize(in);
                    if (cached.find(key, keySerializer.hash(key)) == null) {
                        keys.add(key);
                    }
                }
            }
        }
    }
}
