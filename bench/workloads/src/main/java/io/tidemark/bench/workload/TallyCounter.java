package io.tidemark.bench.workload;

/** Adds up the results that one sink sees. Used by one thread. */
public final class TallyCounter {
    private long results;
    private long checksum;

    /** @param result the checksum of one result */
    public void add(long result) {
        results++;
        checksum += result;
    }

    /** What has been added since the last time, which is forgotten. */
    public Tally take() {
        Tally taken = new Tally(results, checksum);
        results = 0;
        checksum = 0;
        return taken;
    }
}
