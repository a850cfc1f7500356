package io.tidemark.examples.keyedsums;

/** Count and sum of a key's values in one window. */
public record WindowSum(long windowStartMs, long key, long count, long sum) {}
