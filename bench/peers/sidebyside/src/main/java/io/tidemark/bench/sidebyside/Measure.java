package io.tidemark.bench.sidebyside;

import java.util.List;

/**
 * The valid runs of one engine with one workload under one setting, together.
 *
 * @param median events a second, as are {@code least} and {@code most}
 * @param peakRssMiB the most of any run
 */
record Measure(
        String workload,
        String engine,
        String setting,
        int runs,
        double median,
        double least,
        double most,
        long peakRssMiB) {

    /** @param runs at least one, of the same kind */
    static Measure of(List<Run> runs) {
        double[] rates =
                runs.stream().mapToDouble(Run::eventsPerSecond).sorted().toArray();
        Run any = runs.get(0);
        return new Measure(
                any.workload(),
                any.engine(),
                any.setting(),
                rates.length,
                median(rates),
                rates[0],
                rates[rates.length - 1],
                runs.stream().mapToLong(Run::peakRssMiB).max().orElseThrow());
    }

    /** Of an odd number the one in the middle, of an even number between the two there. */
    static double median(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
