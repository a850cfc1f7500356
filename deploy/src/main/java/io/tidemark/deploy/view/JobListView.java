package io.tidemark.deploy.view;

import io.tidemark.deploy.terminal.Table;
import io.tidemark.deploy.terminal.Times;
import io.tidemark.deploy.terminal.Words;
import io.tidemark.network.proto.JobSummary;
import io.tidemark.network.proto.ListJobsReply;
import java.util.List;

/** All jobs of a cluster, the newest first. */
public record JobListView(List<Job> jobs) implements View {
    /** The whole of it is where one job is shown. */
    private static final int LONGEST_REMARK = 160;

    /** One of them; {@code endedAtMs} is null while it lives. */
    record Job(
            String id,
            String name,
            String state,
            String detail,
            long submittedAtMs,
            Long endedAtMs,
            int attempt,
            int tasksTotal,
            int tasksRunning,
            FailureView failure) {
        static Job of(JobSummary job) {
            return new Job(
                    job.getJobId(),
                    job.getName(),
                    job.getState(),
                    job.getDetail(),
                    job.getSubmittedAtMs(),
                    job.getEndedAtMs() == 0 ? null : job.getEndedAtMs(),
                    job.getAttempt(),
                    job.getTasksTotal(),
                    job.getTasksRunning(),
                    FailureView.of(job));
        }

        String runTime(long nowMs) {
            return Words.duration(Math.max(0, (endedAtMs == null ? nowMs : endedAtMs) - submittedAtMs));
        }

        String remark() {
            return failure != null ? failure.cause() : detail;
        }
    }

    public static JobListView of(ListJobsReply reply) {
        return new JobListView(reply.getJobsList().stream()
                .map(Job::of)
                .sorted((one, other) -> Long.compare(other.submittedAtMs(), one.submittedAtMs()))
                .toList());
    }

    @Override
    public List<String> lines(Times times, long nowMs) {
        if (jobs.isEmpty()) {
            return List.of("No jobs yet. Run one with: tidemark submit JAR");
        }
        Table table = new Table()
                .left("id")
                .left("name")
                .left("state")
                .right("tasks")
                .left("submitted")
                .right("time")
                .left("remark");
        for (Job job : jobs) {
            table.row(
                    job.id(),
                    job.name(),
                    job.state(),
                    job.tasksRunning() + "/" + job.tasksTotal(),
                    times.clock(job.submittedAtMs()),
                    job.runTime(nowMs),
                    Words.cut(job.remark(), LONGEST_REMARK));
        }
        return table.lines();
    }
}
