package io.tidemark.worker.chain;

import java.util.List;

/** An operator that reads splits and can say where each stands. */
public interface ReportsSplits {
    /** The facts of every split; on the task's thread. */
    List<SplitFacts> splitFacts();

    /** Records read so far in this attempt; on the task's thread. */
    long recordsRead();
}
