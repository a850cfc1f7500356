package io.tidemark.bench.workload;

import java.util.Arrays;

/**
 * How long after the end of their windows results were there.
 *
 * @param results of how many this is known
 */
public record Latency(long results, double p50Ms, double p99Ms, double p9999Ms) {
    /** @param latenciesUs at least one; sorted by this call */
    static Latency of(long[] latenciesUs) {
        Arrays.sort(latenciesUs);
        return new Latency(
                latenciesUs.length,
                percentileMs(latenciesUs, 0.5),
                percentileMs(latenciesUs, 0.99),
                percentileMs(latenciesUs, 0.9999));
    }

    private static double percentileMs(long[] sortedUs, double share) {
        int rank = (int) Math.ceil(share * sortedUs.length);
        return sortedUs[Math.max(0, rank - 1)] / 1000.0;
    }
}
