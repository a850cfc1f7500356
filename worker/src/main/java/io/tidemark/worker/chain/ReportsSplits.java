package io.tidemark.worker.chain;

/** An operator that reads splits and can say where each stands. */
public interface ReportsSplits extends ReportsEventTime {
    /** Records read so far in this attempt; on the task's thread. */
    long recordsRead();
}
