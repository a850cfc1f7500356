package io.tidemark.examples.numberedrecords;

import java.util.function.BooleanSupplier;

/** How many numbers may be made by now. Used by one thread. */
final class Pace {
    private static final long LOOK_EVERY_NS = 50_000_000;
    /** For so long unused time is remembered. */
    private static final double REMEMBERED_SECONDS = 0.1;

    private final double recordsPerSecond;
    private final long atOnceBelow;
    private final BooleanSupplier hurried;

    private boolean isHurried;
    private long lookedNs;
    private double available;
    private long updatedNs;
    private boolean begun;

    /**
     * @param recordsPerSecond infinite for as many as go
     * @param atOnceBelow numbers below this one are not slowed down
     * @param hurried whether nothing is to be slowed down any more; asked now and then
     */
    Pace(double recordsPerSecond, long atOnceBelow, BooleanSupplier hurried) {
        this.recordsPerSecond = recordsPerSecond;
        this.atOnceBelow = atOnceBelow;
        this.hurried = hurried;
    }

    /** @param next the next number */
    long allowed(long next, long nowNs) {
        if (!begun) {
            begun = true;
            updatedNs = nowNs;
            lookedNs = nowNs - LOOK_EVERY_NS;
        }
        if (isHurried(nowNs) || Double.isInfinite(recordsPerSecond)) {
            return Long.MAX_VALUE;
        }
        double most = Math.max(1, recordsPerSecond * REMEMBERED_SECONDS);
        available = Math.min(most, available + (nowNs - updatedNs) * recordsPerSecond / 1e9);
        updatedNs = nowNs;
        return next < atOnceBelow ? atOnceBelow - next : (long) available;
    }

    void use(long next, long made) {
        available -= Math.max(0, Math.min(made, next + made - atOnceBelow));
    }

    /** Once true, it stays. */
    boolean isHurried(long nowNs) {
        if (!isHurried && nowNs - lookedNs >= LOOK_EVERY_NS) {
            lookedNs = nowNs;
            isHurried = hurried.getAsBoolean();
        }
        return isHurried;
    }
}
