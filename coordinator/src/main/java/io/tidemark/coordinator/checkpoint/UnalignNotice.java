package io.tidemark.coordinator.checkpoint;

/** Which tasks need not align the checkpoint under way any longer. Each says more than those before it. */
public enum UnalignNotice {
    /** None, or nothing that was not said before. */
    NONE,
    /** Those that are in a burst: a firing of several slices, during which they take no records. */
    IN_BURSTS,
    /** All. */
    EVERYWHERE
}
