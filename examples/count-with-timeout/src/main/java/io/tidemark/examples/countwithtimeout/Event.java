package io.tidemark.examples.countwithtimeout;

/**
 * Something that happened to a key.
 *
 * @param timestampMs when, in milliseconds since 1970
 */
public record Event(String key, long timestampMs) {}
