package io.tidemark.deploy.client;

import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.TaskInfo;
import io.tidemark.network.proto.VertexInfo;
import java.util.Set;

/** What the states of a job mean to someone who waits for it. Pure. */
public final class JobStates {
    public static final String FINISHED = "FINISHED";
    public static final String FAILED = "FAILED";
    public static final String CANCELLED = "CANCELLED";

    private static final Set<String> ENDS = Set.of(FINISHED, FAILED, CANCELLED);

    private JobStates() {}

    /** Whether nothing more comes after this state. */
    public static boolean isEnd(String state) {
        return ENDS.contains(state);
    }

    /** Records that the busiest step of the job took in, as its tasks last told; a source takes in what it reads. */
    public static long records(JobDetail job) {
        return job.getVerticesList().stream()
                .mapToLong(JobStates::records)
                .max()
                .orElse(0);
    }

    private static long records(VertexInfo vertex) {
        return vertex.getTasksList().stream().mapToLong(TaskInfo::getRecordsIn).sum();
    }
}
