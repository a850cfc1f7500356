package io.tidemark.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.job.WorkerCall;
import io.tidemark.coordinator.job.WorkerCall.Kind;
import io.tidemark.network.proto.Ack;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboxTest {
    private final Outbox outbox = new Outbox(200, 1_000);

    private static WorkerCall call(String jobId, int attempt, Kind kind) {
        return new WorkerCall(kind, jobId, attempt, Ack.getDefaultInstance());
    }

    private List<Kind> due(long nowMs) {
        return outbox.takeDue(nowMs).stream().map(due -> due.call().kind()).toList();
    }

    @Test
    void callsAboutAJobGoOutOneAfterTheOtherInOrder() {
        outbox.add(call("a", 1, Kind.DEPLOY));
        outbox.add(call("a", 1, Kind.START));
        assertThat(due(0)).containsExactly(Kind.DEPLOY);
        assertThat(due(0)).isEmpty();
        assertThat(outbox.answered(1_000)).contains(call("a", 1, Kind.DEPLOY));
        assertThat(due(0)).containsExactly(Kind.START);
    }

    @Test
    void jobsDoNotWaitForEachOther() {
        outbox.add(call("a", 1, Kind.DEPLOY));
        outbox.add(call("b", 1, Kind.DEPLOY));
        assertThat(outbox.takeDue(0)).extracting(due -> due.call().jobId()).containsExactly("a", "b");
    }

    @Test
    void aCallWithoutAnswerIsMadeAgainAfterAPauseUnderAnotherNumber() {
        outbox.add(call("a", 1, Kind.DEPLOY));
        outbox.takeDue(0);
        outbox.lost(1_000, 50);
        assertThat(due(249)).isEmpty();
        assertThat(outbox.takeDue(250)).extracting(Outbox.Due::callId).containsExactly(1_001L);
    }

    @Test
    void anAnswerThatComesAfterItWasGivenUpIsIgnored() {
        outbox.add(call("a", 1, Kind.DEPLOY));
        outbox.takeDue(0);
        outbox.lost(1_000, 50);
        assertThat(outbox.answered(1_000)).isEmpty();
        outbox.takeDue(250);
        assertThat(outbox.answered(1_000)).isEmpty();
        assertThat(outbox.answered(1_001)).isPresent();
        assertThat(outbox.answered(1_001)).isEmpty();
    }

    @Test
    void aCancelOvertakesWhatWasNotSentYetButNotWhatIsOnItsWay() {
        outbox.add(call("a", 1, Kind.DEPLOY));
        outbox.add(call("a", 1, Kind.START));
        outbox.takeDue(0);
        outbox.add(call("a", 1, Kind.CANCEL));
        outbox.answered(1_000);
        assertThat(due(0)).containsExactly(Kind.CANCEL);
    }

    @Test
    void aCancelLetsACompletedCheckpointBeTold() {
        outbox.add(call("a", 1, Kind.DEPLOY));
        outbox.takeDue(0);
        outbox.add(call("a", 1, Kind.TRIGGER_CHECKPOINT));
        outbox.add(call("a", 1, Kind.NOTIFY_CHECKPOINT));
        outbox.add(call("a", 1, Kind.CANCEL));
        outbox.answered(1_000);
        assertThat(due(0)).containsExactly(Kind.NOTIFY_CHECKPOINT);
    }

    @Test
    void aDeploymentThatDidNotGetThroughIsNotTriedAgainOnceItIsCancelled() {
        outbox.add(call("a", 1, Kind.DEPLOY));
        outbox.takeDue(0);
        outbox.lost(1_000, 0);
        outbox.add(call("a", 1, Kind.CANCEL));
        outbox.add(call("a", 2, Kind.DEPLOY));
        assertThat(due(1_000)).containsExactly(Kind.CANCEL);
        outbox.answered(1_001);
        assertThat(outbox.takeDue(1_000))
                .extracting(due -> due.call().attempt())
                .containsExactly(2);
    }

    @Test
    void itTellsForHowLongNothingHasGotThrough() {
        outbox.add(call("a", 1, Kind.DEPLOY));
        outbox.takeDue(0);
        assertThat(outbox.failingForMs(100)).isZero();
        outbox.lost(1_000, 100);
        outbox.takeDue(300);
        outbox.lost(1_001, 400);
        assertThat(outbox.failingForMs(600)).isEqualTo(500);
        outbox.takeDue(600);
        outbox.answered(1_002);
        assertThat(outbox.failingForMs(700)).isZero();
    }
}
