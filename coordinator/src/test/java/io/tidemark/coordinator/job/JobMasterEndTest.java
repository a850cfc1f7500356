package io.tidemark.coordinator.job;

import static io.tidemark.coordinator.job.JobHarness.EPOCH;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.network.proto.FinishRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Finishing and cancelling. */
class JobMasterEndTest {

    private static JobHarness cancel(JobHarness job) {
        return job.send(new Event.CancelRequested());
    }

    // --------------------------------------------------------------------------------------- finishing

    @Test
    void whenAllTasksHaveEndedAFinalCheckpointIsTakenAtOnce() {
        JobHarness job = new JobHarness().running();
        job.report(1, 0, "ENDED").report(1, 1, "ENDED").report(2, 0, "ENDED");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(job.triggered()).isZero();
        job.report(2, 1, "ENDED");
        assertThat(job.state()).isEqualTo(JobState.FINISHING);
        assertThat(job.triggered()).isEqualTo(1);
    }

    @Test
    void aCheckpointUnderWayIsWaitedForBeforeTheFinalOne() {
        JobHarness job = new JobHarness().running().tick(1_000).come("ENDED");
        assertThat(job.triggered()).isEqualTo(1);
        job.ackAll(1);
        assertThat(job.triggered()).isEqualTo(2);
        assertThat(job.calls(WorkerCall.Kind.FINISH)).isEmpty();
        job.ackAll(2).send(new Event.LateKept(1));
        assertThat(job.requests(WorkerCall.Kind.FINISH, FinishRequest.class))
                .extracting(FinishRequest::getCheckpointId)
                .containsExactly(2L, 2L);
    }

    @Test
    void theFinalCheckpointIsRecordedAndToldBeforeTasksFinish() {
        JobHarness job = new JobHarness().running().come("ENDED").ackAll(1);
        assertThat(job.durable().latestCheckpoint()).isEqualTo(1);
        assertThat(job.notified(true)).containsExactly(1L, 1L);
        assertThat(job.calls(WorkerCall.Kind.FINISH)).isEmpty();
        assertThat(job.all(Effect.KeepLate.class)).containsExactly(new Effect.KeepLate(1, List.of("w1", "w2")));
        job.send(new Event.LateKept(1));
        assertThat(job.called(WorkerCall.Kind.FINISH)).containsExactly("w1", "w2");
        int told = job.indexOf(effect ->
                effect instanceof Effect.CallWorker call && call.call().kind() == WorkerCall.Kind.NOTIFY_CHECKPOINT);
        int finish = job.indexOf(effect ->
                effect instanceof Effect.CallWorker call && call.call().kind() == WorkerCall.Kind.FINISH);
        assertThat(told).isLessThan(finish);
    }

    @Test
    void lateRecordsAreAskedForWhileTheFinalCheckpointIsTaken() {
        JobHarness job = new JobHarness().running().come("ENDED");
        assertThat(job.all(Effect.KeepLate.class)).hasSize(1);
        job.send(new Event.LateKept(1));
        assertThat(job.calls(WorkerCall.Kind.FINISH)).isEmpty();
        job.ackAll(1);
        assertThat(job.called(WorkerCall.Kind.FINISH)).containsExactly("w1", "w2");
        assertThat(job.all(Effect.KeepLate.class)).hasSize(1);
    }

    @Test
    void lateRecordsThatNobodyTellsOfAreNotWaitedForLong() {
        JobHarness job = new JobHarness().running().come("ENDED").ackAll(1);
        job.tick(2_999);
        assertThat(job.calls(WorkerCall.Kind.FINISH)).isEmpty();
        job.tick(1);
        assertThat(job.calls(WorkerCall.Kind.FINISH)).hasSize(2);
    }

    @Test
    void theJobIsFinishedWhenAllTasksAreAndThatIsDurable() {
        JobHarness job = new JobHarness().running().come("ENDED").ackAll(1).send(new Event.LateKept(1));
        job.holdWrites();
        job.come("FINISHED");
        assertThat(job.state()).isEqualTo(JobState.FINISHING);
        assertThat(job.all(Effect.TellEnd.class)).isEmpty();
        job.releaseWrites();
        assertThat(job.all(Effect.TellEnd.class)).hasSize(1);
        assertThat(job.state()).isEqualTo(JobState.FINISHED);
        assertThat(job.durable().status()).isEqualTo(JobStatus.FINISHED);
        assertThat(job.ended()).isTrue();
        assertThat(job.all(Effect.ReleaseSlots.class)).hasSize(1);
        assertThat(JobViews.summary(job.master).getEndedAtMs()).isEqualTo(job.nowMs);
    }

    @Test
    void aFinalCheckpointThatFailsIsTakenAgainAfterAPause() {
        JobHarness job = new JobHarness().running().come("ENDED");
        job.send(new Event.CheckpointDeclined("w1", EPOCH, 1, new TaskKey(1, 0), 1, "no space left"));
        assertThat(job.triggered()).isEqualTo(1);
        job.tick(1_000);
        assertThat(job.triggered()).isEqualTo(2);
        job.ackAll(2).send(new Event.LateKept(1)).come("FINISHED");
        assertThat(job.state()).isEqualTo(JobState.FINISHED);
    }

    @Test
    void aFailureBeforeTheFinalCheckpointIsCompleteRestartsTheJob() {
        JobHarness job = new JobHarness().running().come("ENDED");
        job.fail(2, 0, Failure.Kind.OWN, "commit failed");
        assertThat(job.state()).isEqualTo(JobState.RESTARTING);
        job.ackAll(1);
        assertThat(job.all(Effect.WriteManifest.class)).isEmpty();
    }

    @Test
    void aFinishedJobTakesNoFurtherPartInAnything() {
        JobHarness job = new JobHarness().running().come("ENDED").ackAll(1).send(new Event.LateKept(1));
        job.come("FINISHED").forget();
        cancel(job)
                .lose("w1")
                .tick(100_000)
                .fail(1, 0, Failure.Kind.FATAL, "no")
                .ackAll(1);
        assertThat(job.effects).isEmpty();
        assertThat(job.state()).isEqualTo(JobState.FINISHED);
    }

    // -------------------------------------------------------------------------------------- cancelling

    @Test
    void aJobThatWaitsForSlotsIsCancelledAtOnceAndGivesUpItsPlaceInTheQueue() {
        JobHarness job = cancel(new JobHarness().begin());
        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
        assertThat(job.all(Effect.ReleaseSlots.class)).hasSize(1);
        assertThat(job.ended()).isTrue();
        job.grant();
        assertThat(job.deployments()).isEmpty();
    }

    @Test
    void aCancelIsDurableBeforeTasksAreEnded() {
        JobHarness job = cancel(new JobHarness().running().holdWrites());
        assertThat(job.state()).isEqualTo(JobState.CANCELLING);
        assertThat(job.calls(WorkerCall.Kind.CANCEL)).isEmpty();
        assertThat(job.all(Effect.Persist.class).get(0).facts().status()).isEqualTo(JobStatus.CANCELLING);
        job.releaseWrites();
        assertThat(job.called(WorkerCall.Kind.CANCEL)).containsExactly("w1", "w2");
    }

    @Test
    void aJobIsCancelledWhenItsTasksHaveEnded() {
        JobHarness job = cancel(new JobHarness().running());
        job.report(1, 0, "CANCELLED").report(1, 1, "CANCELLED").report(2, 0, "FAILED");
        assertThat(job.state()).isEqualTo(JobState.CANCELLING);
        job.report(2, 1, "CANCELLED");
        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
        assertThat(job.ended()).isTrue();
    }

    @Test
    void aCancelWhileDeployingEndsWhatWasDeployed() {
        JobHarness job = cancel(new JobHarness().deployed().report(1, 0, "DEPLOYED"));
        assertThat(job.called(WorkerCall.Kind.CANCEL)).containsExactly("w1", "w2");
        job.drained();
        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void aCancelWhileRestartingStopsTheNextAttempt() {
        JobHarness job = cancel(new JobHarness().running().lose("w2"));
        job.report(1, 0, "CANCELLED").report(2, 0, "CANCELLED").tick(10_000);
        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
        assertThat(job.attempt()).isEqualTo(1);
    }

    @Test
    void aCancelGivesTheCheckpointUnderWayUp() {
        JobHarness job = cancel(new JobHarness().running().tick(1_000));
        job.ackAll(1);
        assertThat(job.all(Effect.WriteManifest.class)).isEmpty();
        assertThat(job.master.checkpointInfos(job.nowMs).get(0).getState()).isEqualTo("FAILED");
    }

    @Test
    void aCancelBeforeTheFinalCheckpointCancels() {
        JobHarness job = cancel(new JobHarness().running().come("ENDED")).drained();
        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void aCancelThatComesWhenAllIsCommittedIsTooLate() {
        JobHarness job = new JobHarness().running().come("ENDED").ackAll(1).send(new Event.LateKept(1));
        job.report(1, 0, "FINISHED").report(1, 1, "FINISHED").report(2, 0, "FINISHED");
        cancel(job).report(2, 1, "FINISHED");
        assertThat(job.state()).isEqualTo(JobState.FINISHED);
    }

    @Test
    void aSecondCancelChangesNothing() {
        JobHarness job = cancel(new JobHarness().running()).forget();
        cancel(job);
        assertThat(job.effects).isEmpty();
    }

    @Test
    void aWorkerLostWhileCancellingIsNotWaitedFor() {
        JobHarness job = cancel(new JobHarness().running()).lose("w1").lose("w2");
        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void aFatalFailureWhileCancellingStillEndsAsCancelled() {
        JobHarness job = cancel(new JobHarness().running());
        job.fail(1, 0, Failure.Kind.FATAL, "bad data").drained();
        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
    }

    @Test
    void tasksThatDoNotEndAreWaitedForAsLongAsTheTimeOutSays() {
        JobHarness job = cancel(new JobHarness().running());
        job.tick(2_999);
        assertThat(job.state()).isEqualTo(JobState.CANCELLING);
        job.tick(1);
        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
    }
}
