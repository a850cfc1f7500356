package io.tidemark.checkpoint.store;

import java.util.List;

/**
 * Some of the entries that the database has of a table.
 *
 * @param keys the inner keys
 * @param hashes of the keys at the same index
 * @param values of the keys at the same index
 * @param next the database key to go on from; null when there is nothing more
 */
record StoredEntries(List<Object> keys, int[] hashes, List<Object> values, byte[] next) {
    int size() {
        return keys.size();
    }
}
