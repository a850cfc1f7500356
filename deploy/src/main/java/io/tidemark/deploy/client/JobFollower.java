package io.tidemark.deploy.client;

import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.JobDetail;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Waits for a job's end by asking again and again. A coordinator that goes away is waited for, since it takes its jobs
 * up again when it is back. Used by one thread.
 */
public final class JobFollower {
    /** Hears what happens. */
    public interface Listener {
        /** The job's state is another than when last asked. */
        void onState(JobDetail job);

        /** Called at every look at a job that has not ended. */
        void onLook(JobDetail job, double recordsPerSecond);

        /** The coordinator does not answer. Called once each time. */
        void onCoordinatorAway();

        /** It answers again. */
        void onCoordinatorBack();

        /** Nobody listens. */
        static Listener silent() {
            return new Listener() {
                @Override
                public void onState(JobDetail job) {}

                @Override
                public void onLook(JobDetail job, double recordsPerSecond) {}

                @Override
                public void onCoordinatorAway() {}

                @Override
                public void onCoordinatorBack() {}
            };
        }
    }

    /** The time and the passing of it. */
    public interface Pace {
        long nowMs();

        void pause(Duration duration) throws InterruptedException;

        static Pace ofSystem() {
            return new Pace() {
                @Override
                public long nowMs() {
                    return System.nanoTime() / 1_000_000;
                }

                @Override
                public void pause(Duration duration) throws InterruptedException {
                    Thread.sleep(duration.toMillis());
                }
            };
        }
    }

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

    private final Supplier<Optional<JobDetail>> look;
    private final Duration patience;
    private final Listener listener;
    private final Pace pace;
    private final RecordRate rate = new RecordRate();
    private String lastState = "";

    /**
     * @param look asks for the job; empty when the coordinator is away
     * @param patience for how long an absent coordinator is waited for
     */
    public JobFollower(Supplier<Optional<JobDetail>> look, Duration patience, Listener listener, Pace pace) {
        this.look = look;
        this.patience = patience;
        this.listener = listener;
        this.pace = pace;
    }

    /**
     * Waits.
     *
     * @return the job as it ended
     * @throws UserError when the coordinator stays away
     */
    public JobDetail follow() throws InterruptedException {
        Duration pause = SHORTEST_PAUSE;
        while (true) {
            JobDetail job = lookPatiently();
            String state = job.getSummary().getState();
            if (!state.equals(lastState)) {
                lastState = state;
                pause = SHORTEST_PAUSE;
                listener.onState(job);
            }
            if (JobStates.isEnd(state)) {
                return job;
            }
            listener.onLook(job, rate.perSecond(JobStates.records(job), pace.nowMs()));
            pace.pause(pause);
            pause = min(pause.multipliedBy(2), LONGEST_PAUSE);
        }
    }

    private JobDetail lookPatiently() throws InterruptedException {
        Optional<JobDetail> job = look.get();
        if (job.isPresent()) {
            return job.get();
        }
        listener.onCoordinatorAway();
        long awaySinceMs = pace.nowMs();
        while (job.isEmpty()) {
            if (pace.nowMs() - awaySinceMs > patience.toMillis()) {
                throw UserError.noCoordinator(
                        "the coordinator has not answered for " + patience.toSeconds() + " s",
                        "Start it again; its jobs go on then.");
            }
            pace.pause(LONGEST_PAUSE);
            job = look.get();
        }
        listener.onCoordinatorBack();
        return job.get();
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) <= 0 ? one : other;
    }
}
