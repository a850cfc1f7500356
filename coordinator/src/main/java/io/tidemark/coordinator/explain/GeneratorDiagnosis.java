package io.tidemark.coordinator.explain;

import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.SplitWatermark;

/**
 * Why one generator's watermark is where it is, from what is known of its records. Pure.
 *
 * <p>The first that applies is the cause, so the order says what explains what: a paused split gives no records, a blocked
 * one neither, and whether records stand still matters only when there are some.
 */
final class GeneratorDiagnosis {
    /** What came within this time is still coming; facts are exact to a second. */
    static final long RECENT_MS = 2_000;
    /** Longer between two watermarks is worth saying. */
    private static final long LONG_INTERVAL_MS = 5_000;

    private static final int BLOCKED_PERCENT = 50;
    private static final long AHEAD_OF_CLOCK_MS = 86_400_000;
    private static final long AHEAD_OF_RECORDS_MS = 3_600_000;
    private static final long NONE = Long.MIN_VALUE;

    private final OperatorWatermark operator;
    private final SplitWatermark generator;
    private final long nowMs;

    GeneratorDiagnosis(OperatorWatermark operator, SplitWatermark generator, long nowMs) {
        this.operator = operator;
        this.generator = generator;
        this.nowMs = nowMs;
    }

    WaitCause cause() {
        if (generator.hasPaused()) {
            return WaitCause.ALIGNMENT_PAUSE;
        }
        if (isRising()) {
            return WaitCause.FOLLOWS;
        }
        if (isFarAhead()) {
            return WaitCause.FAR_AHEAD;
        }
        if (isBlocked(operator)) {
            return WaitCause.BACKPRESSURE;
        }
        return generator.getRecords() == 0 ? withoutRecords() : withRecords();
    }

    static boolean isBlocked(OperatorWatermark operator) {
        return operator.getBlockedPercent() >= BLOCKED_PERCENT;
    }

    private WaitCause withoutRecords() {
        if (age(generator.getAddedAtMs()) < RECENT_MS) {
            return WaitCause.FOLLOWS;
        }
        // Records are counted from the start of the attempt, the watermark is older: it had some before.
        return generator.getWatermark() == NONE ? WaitCause.SPLIT_EMPTY : WaitCause.SPLIT_SILENT;
    }

    private WaitCause withRecords() {
        if (generator.getRecordsWithoutTimestamp() == generator.getRecords()) {
            return WaitCause.NULL_TIMESTAMPS;
        }
        if (holdsBack() || isNotAsked()) {
            return WaitCause.INTERVAL_TOO_LONG;
        }
        if (generator.getWatermark() == NONE) {
            boolean mayStillBeAsked =
                    generator.getRecordsSinceAsked() == generator.getRecords() && !generator.getEmitsAtRecords();
            return mayStillBeAsked && age(generator.getAddedAtMs()) < RECENT_MS
                    ? WaitCause.FOLLOWS
                    : WaitCause.GENERATOR_NEVER_EMITS;
        }
        if (age(generator.getLastRecordAtMs()) >= RECENT_MS) {
            return WaitCause.SPLIT_SILENT;
        }
        if (generator.getRecordsWithoutTimestamp() > 0 && generator.getLatestTimestamp() == NONE) {
            return WaitCause.NULL_TIMESTAMPS;
        }
        boolean isOnePoint = generator.getOldestTimestamp() == generator.getNewestTimestamp();
        if (isOnePoint || age(generator.getNewestRoseAtMs()) >= RECENT_MS) {
            return WaitCause.ONE_TIMESTAMP;
        }
        return WaitCause.GENERATOR_STANDS;
    }

    private boolean isRising() {
        return generator.getWatermark() != NONE && age(generator.getAdvancedAtMs()) < RECENT_MS;
    }

    /** Far from the clock is not enough: where records are there too, event time is where it belongs. */
    private boolean isFarAhead() {
        if (generator.getWatermark() == NONE) {
            return false;
        }
        return generator.getLatestTimestamp() == NONE
                ? isAheadOfClock()
                : minus(generator.getWatermark(), generator.getLatestTimestamp()) >= AHEAD_OF_RECORDS_MS;
    }

    boolean isAheadOfClock() {
        return minus(generator.getWatermark(), nowMs) >= AHEAD_OF_CLOCK_MS;
    }

    /** Whether it has a watermark that is not due by its interval in event time. */
    boolean holdsBack() {
        return generator.getHeldBackWatermark() > generator.getWatermark()
                && generator.getEventTimeIntervalMs() >= LONG_INTERVAL_MS;
    }

    /** Whether it emits when it is asked, and was not about its newest records. */
    private boolean isNotAsked() {
        long intervalMs = operator.getWatermarkIntervalMs();
        return generator.getRecordsSinceAsked() > 0
                && !generator.getEmitsAtRecords()
                && (intervalMs == 0 || intervalMs >= LONG_INTERVAL_MS);
    }

    /** How long ago that was; long, when it never was. */
    long age(long atMs) {
        return atMs <= 0 ? Long.MAX_VALUE : Math.max(0, nowMs - atMs);
    }

    /** Saturates. */
    static long minus(long a, long b) {
        long difference = a - b;
        boolean overflows = ((a ^ b) & (a ^ difference)) < 0;
        return overflows ? a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE : difference;
    }
}
