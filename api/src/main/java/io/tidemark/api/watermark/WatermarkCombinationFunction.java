package io.tidemark.api.watermark;

/** How the latest values of several channels become one. */
public enum WatermarkCombinationFunction {
    /** The smallest number. */
    MIN,
    /** The largest number. */
    MAX,
    /** True when all are true. */
    AND,
    /** True when one is true. */
    OR
}
