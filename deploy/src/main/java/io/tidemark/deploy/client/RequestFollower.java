package io.tidemark.deploy.client;

import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobRequest;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Waits until something that was asked of a job is done, by looking at the job again and again. A coordinator that goes away
 * is waited for. Used by one thread.
 */
public final class RequestFollower {
    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Supplier<Optional<JobDetail>> look;
    private final Duration patience;
    private final JobFollower.Pace pace;

    /**
     * @param look asks for the job; empty when the coordinator is away
     * @param patience for how long an absent coordinator is waited for
     */
    public RequestFollower(Supplier<Optional<JobDetail>> look, Duration patience, JobFollower.Pace pace) {
        this.look = look;
        this.patience = patience;
        this.pace = pace;
    }

    /**
     * Waits until the request is done.
     *
     * @param again asks once more, under the same token; done when a coordinator that was started again has not heard of it
     * @param enough whether there is no need to wait any longer
     * @param onLook hears of each look
     * @return the job as it was last seen
     * @throws UserError when the request has failed or is refused, or the coordinator stays away
     */
    public JobDetail follow(String token, Runnable again, Predicate<JobDetail> enough, Consumer<JobDetail> onLook)
            throws InterruptedException {
        long awaySinceMs = pace.nowMs();
        while (true) {
            Optional<JobDetail> job = look.get();
            if (job.isPresent()) {
                awaySinceMs = pace.nowMs();
                Optional<JobRequest> request = find(job.get(), token);
                if (request.filter(RequestFollower::isDone).isPresent() || enough.test(job.get())) {
                    return job.get();
                }
                if (request.isEmpty()) {
                    ask(again);
                }
                onLook.accept(job.get());
            } else if (pace.nowMs() - awaySinceMs > patience.toMillis()) {
                throw UserError.noCoordinator(
                        "the coordinator has not answered for " + patience.toSeconds() + " s",
                        "Start it again; its jobs go on then.");
            }
            pace.pause(PAUSE);
        }
    }

    /** A coordinator that has just gone away is noticed by the next look. */
    private static void ask(Runnable again) {
        try {
            again.run();
        } catch (UserError e) {
            if (e.status() != ExitStatus.NO_COORDINATOR) {
                throw e;
            }
        }
    }

    private static Optional<JobRequest> find(JobDetail job, String token) {
        return job.getRequestsList().stream()
                .filter(one -> one.getToken().equals(token))
                .findFirst();
    }

    private static boolean isDone(JobRequest request) {
        if (request.getState().equals("FAILED")) {
            ErrorDetail failure = request.getFailure();
            throw UserError.reported(ExitStatus.FAILED, failure.getCause(), failure.getHint(), "", null);
        }
        return request.getState().equals("DONE");
    }

    /** Location of the savepoint that a request led to. */
    public static String locationOf(JobDetail job, String token) {
        return find(job, token).map(JobRequest::getLocation).orElse("");
    }
}
