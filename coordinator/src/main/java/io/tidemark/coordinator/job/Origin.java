package io.tidemark.coordinator.job;

/**
 * What a job starts from until it has a checkpoint of its own.
 *
 * @param location of a savepoint or of a checkpoint of another job; empty for none
 * @param jobId whose checkpoint it is; empty when it has its files to itself
 * @param checkpointId 0 when it has its files to itself
 */
public record Origin(String location, String jobId, long checkpointId) {
    public static final Origin NONE = savepoint("");

    /** One that nobody else removes files of. */
    public static Origin savepoint(String location) {
        return new Origin(location, "", 0);
    }

    /** Whether it is a checkpoint whose files belong to this job. */
    public boolean isOf(String otherJobId) {
        return !jobId.isEmpty() && jobId.equals(otherJobId);
    }
}
