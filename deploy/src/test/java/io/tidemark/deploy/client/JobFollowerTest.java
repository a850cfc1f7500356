package io.tidemark.deploy.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobSummary;
import io.tidemark.network.proto.TaskInfo;
import io.tidemark.network.proto.VertexInfo;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobFollowerTest {
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final Deque<Optional<JobDetail>> answers = new ArrayDeque<>();
    private final List<String> heard = new ArrayList<>();
    private final List<Duration> waits = new ArrayList<>();
    private boolean isHeldBack;
    private long nowMs;

    @Test
    void everyStateIsToldOnceAndTheEndIsReturned() throws InterruptedException {
        answers.add(job("DEPLOYING", 0));
        answers.add(job("RUNNING", 0));
        answers.add(job("RUNNING", 10));
        answers.add(job("FINISHED", 20));

        JobDetail end = follower(Duration.ofSeconds(10)).follow();

        assertThat(end.getSummary().getState()).isEqualTo("FINISHED");
        assertThat(heard).containsExactly("DEPLOYING", "RUNNING", "FINISHED");
    }

    @Test
    void aCoordinatorThatComesBackIsWaitedFor() throws InterruptedException {
        answers.add(job("RUNNING", 0));
        answers.add(Optional.empty());
        answers.add(Optional.empty());
        answers.add(job("RESTARTING", 0));
        answers.add(job("CANCELLED", 0));

        follower(Duration.ofSeconds(10)).follow();

        assertThat(heard).containsExactly("RUNNING", "away", "back", "RESTARTING", "CANCELLED");
    }

    @Test
    void aCoordinatorThatStaysAwayEndsTheWait() {
        answers.add(job("RUNNING", 0));
        for (int i = 0; i < 100; i++) {
            answers.add(Optional.empty());
        }

        assertThatThrownBy(() -> follower(Duration.ofSeconds(3)).follow())
                .isInstanceOfSatisfying(
                        UserError.class, error -> assertThat(error.status()).isEqualTo(ExitStatus.NO_COORDINATOR));
        assertThat(nowMs).isBetween(3_000L, 5_000L);
    }

    @Test
    void theFirstStateIsAskedForAtOnceAndTheEndIsWaitedForWhereTheJobIs() throws InterruptedException {
        isHeldBack = true;
        answers.add(job("RUNNING", 0));
        answers.add(job("RUNNING", 10));
        answers.add(job("FINISHED", 20));

        follower(Duration.ofSeconds(10)).follow();

        assertThat(waits).containsExactly(Duration.ZERO, INTERVAL, INTERVAL);
        assertThat(nowMs).isEqualTo(2 * INTERVAL.toMillis());
    }

    @Test
    void aCoordinatorThatDoesNotHoldItsAnswerBackIsAskedAfterAPause() throws InterruptedException {
        answers.add(job("RUNNING", 0));
        answers.add(job("RUNNING", 0));
        answers.add(job("RUNNING", 0));
        answers.add(job("FINISHED", 0));

        follower(Duration.ofSeconds(10)).follow();

        assertThat(nowMs).isEqualTo(200);
    }

    @Test
    void theRateIsThatOfTheLastSecondsAndStartsAnewWhenTheTotalFalls() {
        RecordRate rate = new RecordRate();

        assertThat(rate.perSecond(0, 0)).isZero();
        assertThat(rate.perSecond(1_000, 1_000)).isEqualTo(1_000);
        assertThat(rate.perSecond(3_000, 3_000)).isEqualTo(1_000);
        assertThat(rate.perSecond(3_000, 6_000)).isZero();
        assertThat(rate.perSecond(10, 7_000)).isZero();
        assertThat(rate.perSecond(2_010, 8_000)).isEqualTo(2_000);
    }

    private JobFollower follower(Duration patience) {
        JobFollower.Listener listener = new JobFollower.Listener() {
            @Override
            public Duration interval() {
                return INTERVAL;
            }

            @Override
            public void onState(JobDetail job) {
                heard.add(job.getSummary().getState());
            }

            @Override
            public void onLook(JobDetail job, double recordsPerSecond) {
                assertThat(recordsPerSecond).isNotNegative();
            }

            @Override
            public void onCoordinatorAway() {
                heard.add("away");
            }

            @Override
            public void onCoordinatorBack() {
                heard.add("back");
            }
        };
        JobFollower.Pace pace = new JobFollower.Pace() {
            @Override
            public long nowMs() {
                return nowMs;
            }

            @Override
            public void pause(Duration duration) {
                nowMs += duration.toMillis();
            }
        };
        return new JobFollower(this::look, patience, listener, pace);
    }

    private Optional<JobDetail> look(Duration latest) {
        waits.add(latest);
        if (isHeldBack) {
            nowMs += latest.toMillis();
        }
        return answers.remove();
    }

    private static Optional<JobDetail> job(String state, long records) {
        return Optional.of(JobDetail.newBuilder()
                .setSummary(JobSummary.newBuilder().setState(state))
                .addVertices(
                        VertexInfo.newBuilder().addTasks(TaskInfo.newBuilder().setRecordsIn(records)))
                .build());
    }
}
