package io.tidemark.examples.countwithtimeout;

/** How many events a key had until it went quiet. */
public record KeyCount(String key, long count) {}
