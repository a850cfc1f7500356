package io.tidemark.checkpoint.store;

/**
 * A value that grows old.
 *
 * @param value the value; that of a map's entry in the form that {@link NullableValues} keeps
 * @param timeMs when its time began, by the clock of its state; {@code Long.MIN_VALUE} before there was a watermark
 */
record TtlValue(Object value, long timeMs) {}
