package io.tidemark.checkpoint.timer;

/** The clock that a timer goes by. The ordinal is part of the format of snapshots. */
public enum TimerDomain {
    /** The watermark. */
    EVENT,
    /** The wall clock. */
    PROCESSING;

    private static final TimerDomain[] ALL = values();

    static int count() {
        return ALL.length;
    }

    static TimerDomain of(int ordinal) {
        return ALL[ordinal];
    }
}
