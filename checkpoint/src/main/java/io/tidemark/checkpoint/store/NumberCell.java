package io.tidemark.checkpoint.store;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A number as the cache keeps it. It is changed in place: to put another boxed number into an entry that has lived for long
 * costs the garbage collector more than all the rest of an update.
 *
 * <p>Before a number that is frozen changes, it is kept aside for the thread that writes the snapshot, so that entry and
 * cell stay where they are too. Changed by the task's thread only; {@link #asOf} may be called by one other.
 */
final class NumberCell {
    /** Stands for no epoch in {@link #asOf}: the number as it is. */
    static final int NOW = -1;

    private static final VarHandle BITS;
    private static final VarHandle KEPT_EPOCH;

    static {
        try {
            BITS = MethodHandles.lookup().findVarHandle(NumberCell.class, "bits", long.class);
            KEPT_EPOCH = MethodHandles.lookup().findVarHandle(NumberCell.class, "keptEpoch", int.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    /** The number's bits, as its {@link NumberKind} lays them out. */
    private long bits;
    /** The bits that the snapshot of an epoch is to have. */
    private long keptBits;

    private int keptEpoch;

    NumberCell(long bits) {
        this.bits = bits;
    }

    long bits() {
        return bits;
    }

    void set(long newBits) {
        BITS.setOpaque(this, newBits);
    }

    /** Keeps the number as it is for the snapshot of an epoch, before it is set. */
    void keep(int epoch) {
        keptBits = bits;
        VarHandle.releaseFence();
        KEPT_EPOCH.setOpaque(this, epoch);
        // Who sees the number that is set next sees that the one before was kept.
        VarHandle.releaseFence();
    }

    /** The epoch for whose snapshot a number was last kept; 0 when none was. */
    int keptEpoch() {
        return keptEpoch;
    }

    /** The number that the snapshot of an epoch is to have. */
    long asOf(int epoch) {
        long now = (long) BITS.getOpaque(this);
        VarHandle.acquireFence();
        boolean isKept = (int) KEPT_EPOCH.getOpaque(this) == epoch;
        VarHandle.acquireFence();
        return isKept ? keptBits : now;
    }
}
