package io.tidemark.connector.datagen;

/**
 * How many records a rate allows by now. Unused time is remembered for a tenth of a second, so that a reader that was held
 * up does not rush afterwards. Used by one thread.
 */
final class Allowance {
    private static final long REMEMBERED_NS = 100_000_000;

    private final double recordsPerNs;
    private final long mostAtOnce;
    private double available;
    private long updatedNs;

    /** @param recordsPerSecond infinite for no limit */
    Allowance(double recordsPerSecond, long nowNs) {
        this.recordsPerNs = recordsPerSecond / 1e9;
        this.mostAtOnce = (long) Math.max(1, recordsPerNs * REMEMBERED_NS);
        this.updatedNs = nowNs;
    }

    long available(long nowNs) {
        if (Double.isInfinite(recordsPerNs)) {
            return Long.MAX_VALUE;
        }
        available = Math.min(mostAtOnce, available + (nowNs - updatedNs) * recordsPerNs);
        updatedNs = nowNs;
        return (long) available;
    }

    void use(long records) {
        available -= records;
    }
}
