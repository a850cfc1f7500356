package io.tidemark.checkpoint.store;

import java.util.List;

/**
 * What a snapshot needs to know of time to live. Never changed.
 *
 * @param cuts of the states that have one
 * @param activeMs where the clock stood that pauses while the job is down; NONE when it never ran
 * @param firstWatermark the first one that there was; NONE for none
 */
record TtlMoment(List<TtlCut> cuts, long activeMs, long firstWatermark) {
    static final long NONE = Long.MIN_VALUE;
}
