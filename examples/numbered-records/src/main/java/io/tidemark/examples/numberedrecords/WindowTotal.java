package io.tidemark.examples.numberedrecords;

/**
 * The records of a key in one window.
 *
 * @param startMs of the window, in milliseconds of event time
 * @param total of the records' numbers
 */
public record WindowTotal(long startMs, int key, long count, long total) {}
