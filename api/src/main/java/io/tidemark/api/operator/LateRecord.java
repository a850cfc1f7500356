package io.tidemark.api.operator;

/**
 * A record that came too late to be counted, with what decided it.
 *
 * @param key printable key, or null when the input is not keyed
 * @param value printable value
 * @param timestamp event time in milliseconds
 * @param watermark the event time it met
 * @param sentAside whether it went to a side output instead of being dropped
 */
public record LateRecord(String key, String value, long timestamp, long watermark, boolean sentAside) {}
