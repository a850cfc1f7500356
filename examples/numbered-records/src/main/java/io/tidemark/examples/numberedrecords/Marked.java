package io.tidemark.examples.numberedrecords;

/**
 * A record and the verdict on it.
 *
 * @param late whether it was not newer than the watermark when it came
 */
public record Marked(long number, int key, long timeMs, boolean late) {}
