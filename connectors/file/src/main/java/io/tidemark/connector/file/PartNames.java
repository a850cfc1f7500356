package io.tidemark.connector.file;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of one sink subtask's files.
 *
 * <p>Final: {@code part-SUBTASK-JOB-CHECKPOINT.csv}. A checkpoint is completed once in a job's life, and a subtask makes one
 * file for it, so the name is taken once; with the job in it, jobs may share a directory. Pending: {@code
 * .part-SUBTASK-JOB-ATTEMPT-NUMBER.csv}; no two attempts share one, so a process that does not know yet that its attempt is
 * over cannot touch the next one's.
 */
final class PartNames {
    private static final String PREFIX = "part-";

    private final String jobId;
    private final int subtask;
    private final int parallelism;
    private final int attempt;
    private final String extension;
    private final Pattern pending;

    PartNames(String jobId, int subtask, int parallelism, int attempt, String extension) {
        this.jobId = jobId;
        this.subtask = subtask;
        this.parallelism = parallelism;
        this.attempt = attempt;
        this.extension = extension;
        this.pending = Pattern.compile(Pattern.quote("." + PREFIX) + "(\\d+)" + Pattern.quote("-" + jobId + "-")
                + "(\\d+)-\\d+" + Pattern.quote(extension));
    }

    String pendingName(long number) {
        return "." + PREFIX + subtask + "-" + jobId + "-" + attempt + "-" + number + extension;
    }

    String finalName(long checkpointId) {
        return PREFIX + subtask + "-" + jobId + "-" + checkpointId + extension;
    }

    /**
     * Whether a file is one that an earlier attempt of this job left pending and that falls to this subtask. Those of
     * subtasks that there are no more, since the parallelism went down, are shared out.
     */
    boolean isLeftover(String fileName) {
        Matcher matcher = pending.matcher(fileName);
        if (!matcher.matches()) {
            return false;
        }
        long owner = Long.parseLong(matcher.group(1)) % parallelism;
        return owner == subtask && Long.parseLong(matcher.group(2)) < attempt;
    }
}
