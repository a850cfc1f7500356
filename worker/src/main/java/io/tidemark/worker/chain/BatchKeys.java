package io.tidemark.worker.chain;

import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.Records;

/**
 * The keys of a batch's records, found some records at a time before any of those is processed. The first look into a record
 * that another core has made waits for memory; here the waits of several records overlap, and what is processed next is
 * in the first cache.
 */
public final class BatchKeys {
    /** How many records at a time: the state looks their entries up together as well. */
    public static final int RUN = 32;

    private final RecordKey key;
    private final Object[] keys = new Object[RUN];

    public BatchKeys(KeySpec<Object, Object> spec) {
        this.key = new RecordKey(spec);
    }

    /**
     * Finds the keys of the records from the first one on.
     *
     * @return the index of the first record whose key was not found yet; at most {@code to}
     * @throws OperatorFailure when the selector throws or returns null
     */
    public int read(Records records, int from, int to) {
        int count = Math.min(RUN, to - from);
        for (int i = 0; i < count; i++) {
            keys[i] = key.of(records.value(from + i));
        }
        return from + count;
    }

    /** The key of one of the records read last, counted from the first of them. */
    public Object get(int index) {
        return keys[index];
    }
}
