package io.tidemark.examples.numberedrecords;

/**
 * A late record.
 *
 * @param count how many late ones its key had by then, since this version runs
 */
public record LateCount(long number, int key, long count) {}
