package io.tidemark.checkpoint.store;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes the cached objects of all stores of a worker may take together. Stores that are not used give theirs back
 * shortly before all is taken; when that was not enough, a store gives way as long as it has more than half of an even
 * share. Thread-safe.
 */
public final class CacheBudget {
    /** Idle stores give back when less than this part of the limit is free, until twice as much is. */
    private static final int PARTS_KEPT_FREE = 16;

    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicInteger busyStores = new AtomicInteger();

    public CacheBudget(long limitBytes) {
        if (limitBytes < 0) {
            throw new IllegalArgumentException("a limit of " + limitBytes + " bytes");
        }
        this.limitBytes = limitBytes;
    }

    public long limitBytes() {
        return limitBytes;
    }

    /** What the cached objects take, by estimate. */
    public long usedBytes() {
        return usedBytes.get();
    }

    boolean isExceeded() {
        return usedBytes.get() > limitBytes;
    }

    /** Whether idle stores are to give back, so that busy ones need not. */
    boolean isScarce() {
        return usedBytes.get() > limitBytes - limitBytes / PARTS_KEPT_FREE;
    }

    /** What the share of a new store is counted by. */
    Share join() {
        busyStores.incrementAndGet();
        return new Share();
    }

    /** What one store has of the budget. Used by the store's thread. */
    final class Share {
        private boolean isIdle;
        private boolean left;

        void add(long bytes) {
            usedBytes.addAndGet(bytes);
        }

        boolean isIdle() {
            return isIdle;
        }

        /** An idle store has no claim to anything. */
        void setIdle(boolean idle) {
            if (idle != isIdle && !left) {
                isIdle = idle;
                busyStores.addAndGet(idle ? -1 : 1);
            }
        }

        /** What the store may keep even when the others leave it no room. */
        long guaranteedBytes() {
            return isIdle ? 0 : limitBytes / 2 / Math.max(1, busyStores.get());
        }

        /** How many bytes are to go, of this store or of others. */
        long excessBytes() {
            return isIdle
                    ? usedBytes.get() - (limitBytes - 2 * (limitBytes / PARTS_KEPT_FREE))
                    : usedBytes.get() - limitBytes;
        }

        /** The store is closed; it has given all its bytes back. */
        void leave() {
            setIdle(true);
            left = true;
        }
    }
}
