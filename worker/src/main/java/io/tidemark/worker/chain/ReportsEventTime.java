package io.tidemark.worker.chain;

import io.tidemark.worker.advice.DelayQuestion;
import io.tidemark.worker.advice.DelayReport;

/** An operator that makes event time: it can say where its generators stand, and what other delays would come to. */
public interface ReportsEventTime {
    /** On the task's thread. */
    EventTimeFacts eventTimeFacts();

    /**
     * Begins to look at its records' timestamps, or goes on when the same is asked again; on the task's thread.
     *
     * @param keepMs it ends when it is not asked again for so long
     */
    DelayReport adviseDelay(DelayQuestion question, long keepMs);
}
