package io.tidemark.worker.window;

import io.tidemark.api.eventtime.EventTimeMath;

/**
 * Points in time at equal distances, by number. Beyond the two ends of time they stop there.
 *
 * @param unitMs distance of two of them, from 1
 * @param offsetMs where number 0 is; from 0 and below the unit
 */
record TimeMarks(long unitMs, long offsetMs) {
    TimeMarks {
        if (unitMs < 1 || offsetMs < 0 || offsetMs >= unitMs) {
            throw new IllegalArgumentException("no marks every " + unitMs + " ms from " + offsetMs + " ms on");
        }
    }

    /** The time of a mark in milliseconds. */
    long at(long number) {
        if (Math.multiplyHigh(number, unitMs) == (number * unitMs) >> (Long.SIZE - 1)) {
            return EventTimeMath.plus(number * unitMs, offsetMs);
        }
        if (number > 0) {
            return Long.MAX_VALUE;
        }
        // Before the beginning of time by less than the offset.
        long next = (number + 1) * unitMs;
        boolean isNear = Math.multiplyHigh(number + 1, unitMs) == next >> (Long.SIZE - 1);
        return isNear ? EventTimeMath.minus(next, unitMs - offsetMs) : Long.MIN_VALUE;
    }

    /** The number of the last mark at or before a time. */
    long lastAtOrBefore(long timeMs) {
        long number = Math.floorDiv(timeMs, unitMs);
        return Math.floorMod(timeMs, unitMs) < offsetMs ? number - 1 : number;
    }
}
