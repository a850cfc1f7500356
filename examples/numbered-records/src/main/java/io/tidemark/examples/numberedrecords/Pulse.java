package io.tidemark.examples.numberedrecords;

/**
 * What a key's timer found.
 *
 * @param timeMs the time it was set for
 * @param count records of the key when it fired
 */
public record Pulse(int key, long timeMs, long count) {}
