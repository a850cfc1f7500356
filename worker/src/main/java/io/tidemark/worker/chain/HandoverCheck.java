package io.tidemark.worker.chain;

import io.tidemark.api.type.TypeSerializer;

/**
 * Notices a job that changes records after it emitted them: keeps the hashes of the last records that passed and compares
 * them later. For tests; it costs a hash or two per record.
 */
final class HandoverCheck implements Receiver {
    private static final int REMEMBERED = 64;

    private final TypeSerializer<Object> serializer;
    private final String where;
    private final Receiver next;
    private final Object[] values = new Object[REMEMBERED];
    private final int[] hashes = new int[REMEMBERED];
    private int at;

    HandoverCheck(TypeSerializer<Object> serializer, String where, Receiver next) {
        this.serializer = serializer;
        this.where = where;
        this.next = next;
    }

    @Override
    public void receive(Object value, long timestamp) {
        check(at);
        values[at] = value;
        hashes[at] = value == null ? 0 : serializer.hash(value);
        int mine = at;
        at = (at + 1) % REMEMBERED;
        next.receive(value, timestamp);
        check(mine);
    }

    /** Checks all that are remembered, as at a barrier. */
    void checkAll() {
        for (int i = 0; i < REMEMBERED; i++) {
            check(i);
        }
    }

    private void check(int index) {
        Object value = values[index];
        if (value != null && serializer.hash(value) != hashes[index]) {
            throw new OperatorFailure(
                    where,
                    new IllegalStateException(
                            "a record was changed after it was emitted; emit a new object each time, or"
                                    + " set pipeline.record-handover to copy. The record now: " + value));
        }
    }
}
