package io.tidemark.coordinator.cluster;

import io.tidemark.coordinator.job.Effect;
import io.tidemark.coordinator.job.WorkerCall;
import io.tidemark.coordinator.proto.StoredReport;
import java.util.List;

/**
 * What the cluster master cannot do itself. Nothing here blocks or calls back at once; answers come as later calls of
 * {@link ClusterMaster}.
 */
public interface Outside {
    /**
     * Makes a call and answers with {@link ClusterMaster#callDone}, {@link ClusterMaster#callRefused} or {@link
     * ClusterMaster#callLost}.
     */
    void call(WorkerRegistry.Worker worker, long callId, WorkerCall call);

    /**
     * Does one of PERSIST, READ_MANIFEST, WRITE_MANIFEST, READ_SAVEPOINT, WRITE_SAVEPOINT, CLEAN_UP and KEEP_LATE and answers with {@link
     * ClusterMaster#jobEvent}. Those of one job and kind are done in order; CLEAN_UP is done after every
     * WRITE_MANIFEST that was asked for before it.
     */
    void perform(String jobId, Effect effect);

    /** These are the workers now; remembered for a coordinator that comes after a crash, as well as may be. Not answered. */
    void workersKnown(List<String> workerIds);

    /** The worker is not called any more. */
    void workerGone(WorkerRegistry.Worker worker);

    /** Something worth a line in the log. */
    void note(String jobId, String line);

    /** The end of the job is durable, and may be told to those who wait for it. */
    void tellEnd(String jobId);

    /** The job is over, and this is left to tell. */
    void ended(String jobId, StoredReport report);
}
