package io.tidemark.deploy.client;

import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.JobDetail;
import java.time.Duration;
import java.util.Optional;

/**
 * Waits for a job's end by asking again and again; the coordinator holds its answer back until then, for a while. A coordinator
 * that goes away is waited for, since it takes its jobs up again when it is back. Used by one thread.
 */
public final class JobFollower {
    /** Asks for the job. */
    public interface Look {
        /**
         * The job, once it has ended or so much time has passed; empty when the coordinator is away. One of an earlier version
         * answers at once.
         */
        Optional<JobDetail> at(Duration latest);
    }

    /** Hears what happens. */
    public interface Listener {
        /** How often it wants to hear of a job that goes on. */
        Duration interval();

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
                public Duration interval() {
                    return LONGEST_WAIT;
                }

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

    private static final Duration PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private final Look look;
    private final Duration patience;
    private final Listener listener;
    private final Pace pace;
    private final RecordRate rate = new RecordRate();
    private String lastState = "";

    /**
     * @param patience for how long an absent coordinator is waited for
     */
    public JobFollower(Look look, Duration patience, Listener listener, Pace pace) {
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
        // The state that it is in now is told at once.
        Duration wait = Duration.ZERO;
        while (true) {
            long askedAtMs = pace.nowMs();
            JobDetail job = lookPatiently(wait);
            String state = job.getSummary().getState();
            if (!state.equals(lastState)) {
                lastState = state;
                listener.onState(job);
            }
            if (JobStates.isEnd(state)) {
                return job;
            }
            listener.onLook(job, rate.perSecond(JobStates.records(job), pace.nowMs()));
            if (!wait.isZero() && pace.nowMs() - askedAtMs < PAUSE.toMillis()) {
                // The answer was not held back.
                pace.pause(PAUSE);
            }
            wait = listener.interval();
        }
    }

    private JobDetail lookPatiently(Duration wait) throws InterruptedException {
        Optional<JobDetail> job = look.at(wait);
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
            pace.pause(PAUSE);
            job = look.at(Duration.ZERO);
        }
        listener.onCoordinatorBack();
        return job.get();
    }
}
