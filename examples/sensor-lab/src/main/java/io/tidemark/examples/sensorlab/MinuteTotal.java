package io.tidemark.examples.sensorlab;

/**
 * The readings of a sensor in one minute.
 *
 * @param windowStartMs in milliseconds since 1970, inclusive
 * @param windowEndMs in milliseconds since 1970, exclusive
 */
public record MinuteTotal(long windowStartMs, long windowEndMs, String sensorId, long count, long total) {}
