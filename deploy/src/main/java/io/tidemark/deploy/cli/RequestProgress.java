package io.tidemark.deploy.cli;

import io.tidemark.deploy.client.JobFollower;
import io.tidemark.deploy.terminal.Terminal;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobSummary;
import java.util.function.Consumer;

/**
 * Tells that something which was asked of a job is not done yet, and what the job says of itself meanwhile: in a line that
 * moves when somebody watches, and else beside the result, so that nothing waits in silence.
 */
final class RequestProgress implements Consumer<JobDetail> {
    /** Without somebody who watches, a line is printed this often. */
    static final long LINE_INTERVAL_MS = 10_000;

    private final Terminal terminal;
    private final String doing;
    private final JobFollower.Pace pace;
    private long lastLineMs;

    /** @param doing what is going on, such as {@code taking the savepoint} */
    RequestProgress(Terminal terminal, String doing, JobFollower.Pace pace) {
        this.terminal = terminal;
        this.doing = doing;
        this.pace = pace;
        this.lastLineMs = pace.nowMs();
    }

    @Override
    public void accept(JobDetail job) {
        JobSummary summary = job.getSummary();
        String text = "Job is " + summary.getState() + ", " + doing + " ..."
                + (summary.getDetail().isEmpty() ? "" : "  " + summary.getDetail());
        if (terminal.isWatched()) {
            terminal.progress(text);
        } else if (pace.nowMs() - lastLineMs >= LINE_INTERVAL_MS) {
            terminal.note(text);
            lastLineMs = pace.nowMs();
        }
    }
}
