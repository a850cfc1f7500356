package io.tidemark.worker.advice;

import java.util.ArrayList;
import java.util.List;

/**
 * What was seen, by delay.
 *
 * @param rows with a timestamp
 * @param rowsWithoutTimestamp which are in no other number
 * @param inNoWindow rows between two windows that leave gaps
 * @param leastWithoutLate the least delay with which no row would have been late
 * @param leastWithoutDrop the least delay with which no row would have been dropped
 * @param outcomes by delay, the least first
 */
public record DelayAdvice(
        long rows,
        long rowsWithoutTimestamp,
        long inNoWindow,
        long leastWithoutLate,
        long leastWithoutDrop,
        List<DelayOutcome> outcomes) {
    public DelayAdvice {
        outcomes = List.copyOf(outcomes);
    }

    /** Of two parts of an input that were looked at each by itself, with the same delays. */
    public DelayAdvice plus(DelayAdvice other) {
        List<DelayOutcome> sums = new ArrayList<>();
        for (int i = 0; i < outcomes.size(); i++) {
            sums.add(outcomes.get(i).plus(other.outcomes.get(i)));
        }
        return new DelayAdvice(
                rows + other.rows,
                rowsWithoutTimestamp + other.rowsWithoutTimestamp,
                inNoWindow + other.inNoWindow,
                Math.max(leastWithoutLate, other.leastWithoutLate),
                Math.max(leastWithoutDrop, other.leastWithoutDrop),
                sums);
    }
}
