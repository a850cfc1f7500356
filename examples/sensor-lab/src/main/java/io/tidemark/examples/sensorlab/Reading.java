package io.tidemark.examples.sensorlab;

/**
 * What a sensor measured.
 *
 * @param timestampMs when, in milliseconds since 1970
 */
public record Reading(String sensorId, long timestampMs, int reading) {}
