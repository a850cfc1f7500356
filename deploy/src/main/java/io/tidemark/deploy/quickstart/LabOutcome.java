package io.tidemark.deploy.quickstart;

import io.tidemark.network.proto.LateRecordsReply;
import io.tidemark.network.proto.OperatorLate;
import java.util.List;

/**
 * What a run of the lab came to.
 *
 * @param kept rows that are in some result
 * @param dropped rows that came after the last of their windows had fired
 * @param lateByWatermark rows that were not newer than the watermark when they came
 * @param resultRows one a sensor and minute
 * @param total of all readings in the results
 */
record LabOutcome(LabDelay delay, long kept, long dropped, long lateByWatermark, long resultRows, long total) {
    private static final String LATE_COUNTER = "late-by-watermark";
    private static final int COUNT_COLUMN = 3;
    private static final int TOTAL_COLUMN = 4;

    /** @param rows the result rows, without their head */
    static LabOutcome of(LabDelay delay, List<String> rows, LateRecordsReply late) {
        long dropped = late.getOperatorsList().stream()
                .mapToLong(operator -> operator.getDropped() + operator.getSentAside())
                .sum();
        long lateByWatermark = late.getOperatorsList().stream()
                .mapToLong(LabOutcome::lateByWatermark)
                .sum();
        return new LabOutcome(
                delay, sum(rows, COUNT_COLUMN), dropped, lateByWatermark, rows.size(), sum(rows, TOTAL_COLUMN));
    }

    private static long lateByWatermark(OperatorLate operator) {
        return operator.getCountersOrDefault(LATE_COUNTER, 0);
    }

    private static long sum(List<String> rows, int column) {
        return rows.stream()
                .mapToLong(row -> Long.parseLong(row.split(",", -1)[column]))
                .sum();
    }
}
