package io.tidemark.bench.workload;

/** Numbers that look random, of a number: the finisher of SplitMix64. */
public final class Mix {
    private Mix() {}

    public static long mix(long x) {
        long z = x + 0x9E3779B97F4A7C15L;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** A number from 0 to below the bound. */
    static long below(long bound, long x) {
        return (mix(x) >>> 1) % bound;
    }
}
