package io.tidemark.coordinator.explain;

/** Why event time stands where it stands, at the place where that begins. */
public enum WaitCause {
    /** It rises; the place is only the slowest of several. */
    FOLLOWS,
    /** A split had records and has none now. */
    SPLIT_SILENT,
    /** A split, or what an operator makes event time of, never had a record. */
    SPLIT_EMPTY,
    /** A subtask has no split and counts all the same. */
    SUBTASK_WITHOUT_SPLITS,
    /** The enumerator has not said yet that there are no more splits. */
    AWAITS_SPLITS,
    /** What is downstream takes no more. */
    BACKPRESSURE,
    /** A deterministic task waits for one input, holds the others up, and that one may depend on them. */
    ORDER_WAIT,
    /** An operator lets no watermark go before the answers to the records that came before it, and some have none. */
    ANSWER_WAIT,
    /** The split is too far ahead of its alignment group and is not read. */
    ALIGNMENT_PAUSE,
    /** Records come, and none is newer than those before. */
    ONE_TIMESTAMP,
    /** A record's timestamp is far ahead of all others, and event time went there. */
    FAR_AHEAD,
    /** The generator was not asked about its records yet, or holds back what it would say. */
    INTERVAL_TOO_LONG,
    /** Records have no timestamps. */
    NULL_TIMESTAMPS,
    /** The generator was asked and has never emitted a watermark. */
    GENERATOR_NEVER_EMITS,
    /** The generator has emitted, and does no more although newer records come. */
    GENERATOR_STANDS,
    /** All splits of the source are idle, and event time follows the wall clock instead. */
    IDLE_CLOCK,
    /** All inputs are idle or have ended. */
    ALL_IDLE,
    /** A task did not answer: its user code is in one call. */
    IN_ONE_CALL,
    /** The facts do not tell, for example because a task is just going. */
    UNKNOWN
}
