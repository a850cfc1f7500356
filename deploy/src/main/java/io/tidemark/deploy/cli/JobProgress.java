package io.tidemark.deploy.cli;

import io.tidemark.deploy.client.JobFollower;
import io.tidemark.deploy.client.JobStates;
import io.tidemark.deploy.terminal.Terminal;
import io.tidemark.deploy.terminal.Words;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobSummary;
import java.time.Duration;

/** Tells how a job goes: a line for every state it comes to, and in between one that moves when somebody watches. */
final class JobProgress implements JobFollower.Listener {
    /** Without somebody who watches, a line of progress is printed this often. */
    private static final long LINE_INTERVAL_MS = 10_000;

    private static final Duration INTERVAL = Duration.ofMillis(100);

    private final Terminal terminal;
    private long lastLineMs = System.currentTimeMillis();

    JobProgress(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Duration interval() {
        return INTERVAL;
    }

    @Override
    public void onState(JobDetail job) {
        JobSummary summary = job.getSummary();
        StringBuilder line = new StringBuilder(summary.getState());
        if (JobStates.isEnd(summary.getState())) {
            line.append(" after ").append(Words.duration(summary.getEndedAtMs() - summary.getSubmittedAtMs()));
            long records = JobStates.records(job);
            if (records > 0) {
                line.append(", ").append(Words.count(records, "record"));
            }
        } else if (!summary.getDetail().isEmpty()) {
            line.append(": ").append(summary.getDetail());
        }
        terminal.line(line.toString());
        lastLineMs = System.currentTimeMillis();
    }

    @Override
    public void onLook(JobDetail job, double recordsPerSecond) {
        JobSummary summary = job.getSummary();
        String text = summary.getState() + "  " + summary.getTasksRunning() + "/" + summary.getTasksTotal() + " tasks  "
                + Words.count(JobStates.records(job), "record") + "  "
                + Words.count(Math.round(recordsPerSecond)) + "/s  "
                + (job.getLastCheckpointId() == 0 ? "no checkpoint yet" : "checkpoint " + job.getLastCheckpointId());
        if (!summary.getDetail().isEmpty()) {
            text += "  " + summary.getDetail();
        }
        if (terminal.isWatched()) {
            terminal.progress(text);
        } else if (System.currentTimeMillis() - lastLineMs >= LINE_INTERVAL_MS) {
            terminal.line(text);
            lastLineMs = System.currentTimeMillis();
        }
    }

    @Override
    public void onCoordinatorAway() {
        terminal.line("The coordinator does not answer; waiting for it. The job goes on.");
    }

    @Override
    public void onCoordinatorBack() {
        terminal.line("The coordinator answers again.");
    }
}
