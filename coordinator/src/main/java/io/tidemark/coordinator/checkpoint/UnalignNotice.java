package io.tidemark.coordinator.checkpoint;

/** Which tasks need not align the checkpoint under way any longer. Each says more than those before it. */
public enum UnalignNotice {
    /** None, or nothing that was not said before. */
    NONE,
    /** Those that have been in a burst for a while: a firing of many slices, during which they take no records. */
    IN_BURSTS,
    /** All. */
    EVERYWHERE
}
