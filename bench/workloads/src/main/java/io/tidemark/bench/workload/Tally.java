package io.tidemark.bench.workload;

/**
 * What came out of a run.
 *
 * @param checksum a sum over the results, so it does not depend on their order
 */
public record Tally(long results, long checksum) {
    public static final Tally NOTHING = new Tally(0, 0);

    public Tally plus(Tally other) {
        return new Tally(results + other.results, checksum + other.checksum);
    }
}
