package io.tidemark.deploy.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.deploy.error.ExitStatus;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.JobDetail;
import io.tidemark.network.proto.JobRequest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequestFollowerTest {
    private final Deque<Optional<JobDetail>> looks = new ArrayDeque<>();
    private int askedAgain;
    private UserError refusal;
    private long nowMs;

    private static Optional<JobDetail> job(JobRequest.Builder... requests) {
        JobDetail.Builder job = JobDetail.newBuilder();
        for (JobRequest.Builder request : requests) {
            job.addRequests(request);
        }
        return Optional.of(job.build());
    }

    private static JobRequest.Builder request(String state) {
        return JobRequest.newBuilder().setToken("t").setState(state);
    }

    private JobDetail follow() throws InterruptedException {
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
        return new RequestFollower(looks::removeFirst, Duration.ofSeconds(1), pace)
                .follow("t", this::again, job -> false, job -> {});
    }

    private void again() {
        askedAgain++;
        if (refusal != null) {
            throw refusal;
        }
    }

    @Test
    void whatIsOpenIsWaitedFor() throws InterruptedException {
        looks.add(job(request("OPEN")));
        looks.add(job(request("DONE").setLocation("/savepoints/a")));
        assertThat(RequestFollower.locationOf(follow(), "t")).isEqualTo("/savepoints/a");
        assertThat(askedAgain).isZero();
    }

    @Test
    void aCoordinatorThatWasStartedAgainAndHasNotHeardOfItIsAskedOnceMoreUnderTheSameToken()
            throws InterruptedException {
        looks.add(job(request("OPEN")));
        looks.add(Optional.empty());
        looks.add(job());
        looks.add(job(request("OPEN")));
        looks.add(job(request("DONE").setLocation("/savepoints/a")));
        assertThat(RequestFollower.locationOf(follow(), "t")).isEqualTo("/savepoints/a");
        assertThat(askedAgain).isEqualTo(1);
    }

    @Test
    void aCoordinatorThatGoesAwayWhileItIsAskedAgainIsWaitedForToo() throws InterruptedException {
        refusal = UserError.noCoordinator("gone", "start it");
        looks.add(job());
        looks.add(Optional.empty());
        looks.add(job(request("DONE")));
        follow();
        assertThat(askedAgain).isEqualTo(1);
    }

    @Test
    void whatIsRefusedThenIsTold() {
        refusal = UserError.failed("job 1 has ended", "look at it");
        looks.add(job());
        assertThatThrownBy(this::follow).hasMessage("job 1 has ended");
    }

    @Test
    void aFailureIsTold() {
        looks.add(job(request("FAILED")
                .setFailure(ErrorDetail.newBuilder().setCause("disk full").setHint("make room"))));
        assertThatThrownBy(this::follow).isInstanceOfSatisfying(UserError.class, error -> {
            assertThat(error.cause()).isEqualTo("disk full");
            assertThat(error.status()).isEqualTo(ExitStatus.FAILED);
        });
    }

    @Test
    void aCoordinatorThatStaysAwayEndsTheWait() {
        for (int i = 0; i < 20; i++) {
            looks.add(Optional.empty());
        }
        assertThatThrownBy(this::follow)
                .isInstanceOfSatisfying(
                        UserError.class, error -> assertThat(error.status()).isEqualTo(ExitStatus.NO_COORDINATOR));
    }
}
