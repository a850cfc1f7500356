package io.tidemark.checkpoint.store;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many bytes the cached objects of all stores of a worker may take together. A store gives way when all together take
 * more, as long as it has more than half of an even share. Thread-safe.
 */
public final class CacheBudget {
    private final long limitBytes;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicInteger stores = new AtomicInteger();

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

    void addStore() {
        stores.incrementAndGet();
    }

    void removeStore() {
        stores.decrementAndGet();
    }

    /** What a store may keep even when the others leave it no room. */
    long guaranteedBytes() {
        return limitBytes / 2 / Math.max(1, stores.get());
    }

    void add(long bytes) {
        usedBytes.addAndGet(bytes);
    }
}
