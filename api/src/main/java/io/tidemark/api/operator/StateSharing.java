package io.tidemark.api.operator;

/** Whom the elements of an operator's own state go to when it is restored. Part of the format of snapshots. */
public enum StateSharing {
    /** Each to one subtask: to the one that had it, or, when their number has changed, dealt out in turn. */
    SPLIT,
    /** All of them to every subtask, always. */
    UNION,
    /**
     * To the subtask that had them, and all of them to every subtask when their number has changed; for state that says
     * something of other state, such as keys or splits, that may have gone anywhere.
     */
    MERGE,
    /** To the subtask that had them, and those of one to every subtask when their number has changed; for state that all have alike. */
    BROADCAST
}
