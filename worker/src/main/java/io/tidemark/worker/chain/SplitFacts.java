package io.tidemark.worker.chain;

/**
 * What can be said about a split of a source reader now.
 *
 * @param watermark its last; {@link Long#MIN_VALUE} for none
 * @param advancedAtMs when that last rose, 0 for never
 */
public record SplitFacts(String split, long watermark, boolean idle, boolean finished, long advancedAtMs) {}
