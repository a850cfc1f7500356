package io.tidemark.worker.chain;

import io.tidemark.api.operator.KeySpec;
import io.tidemark.api.operator.KeyedState;
import io.tidemark.api.operator.Records;
import io.tidemark.checkpoint.key.NumberKind;

/**
 * The keys of a batch's records, found some records at a time before any of those is processed. The first look into a record
 * that another core has made waits for memory; here the waits of several records overlap, and what is processed next is
 * in the first cache. Keys that came with the records as numbers are taken as they are.
 */
public final class BatchKeys {
    /** How many records at a time: the state looks their entries up together as well. */
    public static final int RUN = 32;

    private final RecordKey key;
    private final boolean areNumbers;
    private final Object[] keys = new Object[RUN];

    /** Those read last. */
    private Records records;

    private int first;
    private boolean hasBits;

    /** What was seen of the records, so that the compiler takes no look away. */
    private int seen;

    public BatchKeys(KeySpec<Object, Object> spec) {
        this.key = new RecordKey(spec);
        this.areNumbers = NumberKind.ofKeys(spec.serializer()) != null;
    }

    /**
     * Finds the keys of the records from the first one on.
     *
     * @return the index of the first record whose key was not found yet; at most {@code to}
     * @throws OperatorFailure when the selector throws or returns null
     */
    public int read(Records batch, int from, int to) {
        int count = Math.min(RUN, to - from);
        records = batch;
        first = from;
        hasBits = areNumbers && batch.hasKeyBits();
        if (hasBits) {
            touch(batch, from, count);
        } else {
            for (int i = 0; i < count; i++) {
                keys[i] = key.of(batch.value(from + i));
            }
        }
        return from + count;
    }

    private void touch(Records batch, int from, int count) {
        int looks = 0;
        for (int i = from; i < from + count; i++) {
            Object value = batch.value(i);
            looks += value != null && value.getClass() == BatchKeys.class ? 1 : 0;
        }
        seen += looks;
    }

    /**
     * Makes the key of a record the current one.
     *
     * @param index of the record in its batch; one of those read last
     */
    public void makeCurrent(KeyedState state, int index) {
        if (hasBits) {
            state.setCurrentKeyBits(records.keyBits(index), records.keyHash(index));
        } else {
            state.setCurrentKey(keys[index - first], records.keyHash(index));
        }
    }
}
