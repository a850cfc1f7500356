package io.tidemark.examples.keyedsums;

/**
 * A value of a key.
 *
 * @param timestampMs when, in milliseconds since 1970
 */
public record Event(long key, long timestampMs, long value) {}
