package io.tidemark.coordinator.job;

import static io.tidemark.coordinator.job.JobHarness.EPOCH;
import static io.tidemark.coordinator.job.JobHarness.POLICY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.checkpoint.CheckpointTiming;
import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.network.proto.DeployRequest;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class JobMasterFailureTest {

    /** The next attempt is deployed from this checkpoint and runs. */
    private static void again(JobHarness job, long from) {
        job.drained().tick(20_000);
        if (from != 0) {
            job.answerManifest(from);
        }
        job.grant().come("DEPLOYED").come("RUNNING");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aLostWorkerEndsTheAttemptOnTheOthersAndAnotherFollowsAfterAPause() {
        JobHarness job = new JobHarness().running().lose("w2");
        assertThat(job.state()).isEqualTo(JobState.RESTARTING);
        assertThat(job.called(WorkerCall.Kind.CANCEL)).containsExactly("w1");
        assertThat(JobViews.summary(job.master).getDetail()).isEqualTo("worker w2 is lost: no heartbeat");
        job.tick(50);
        job.report(1, 0, "CANCELLED").report(2, 0, "CANCELLED");
        job.tick(49);
        assertThat(job.attempt()).isEqualTo(1);
        job.tick(1);
        assertThat(job.durable().attempt()).isEqualTo(2);
        assertThat(job.durable().restarts()).isEqualTo(1);
        job.forget().grant();
        assertThat(job.deployments()).extracting(DeployRequest::getAttempt).containsOnly(2);
    }

    @Test
    void aWorkerLostWhileDeployingEndsTheAttempt() {
        JobHarness job = new JobHarness().deployed().report(1, 0, "DEPLOYED").lose("w2");
        assertThat(job.state()).isEqualTo(JobState.RESTARTING);
        again(job, 0);
        assertThat(job.attempt()).isEqualTo(2);
    }

    @Test
    void aWorkerLostDuringACheckpointFailsIt() {
        JobHarness job = new JobHarness().running().tick(1_000).ack(1, 1, 0).lose("w2");
        assertThat(job.master.checkpointInfos(job.nowMs).get(0).getState()).isEqualTo("FAILED");
        job.ack(1, 1, 1).ack(1, 2, 0).ack(1, 2, 1);
        assertThat(job.all(Effect.WriteManifest.class)).isEmpty();
        again(job, 0);
        job.forget();
        assertThat(job.checkpoint()).isEqualTo(2);
        assertThat(job.durable().completed()).containsExactly(2L);
    }

    @Test
    void aWorkerLostWhileFinishingBringsTheJobBackFromItsFinalCheckpoint() {
        JobHarness job = new JobHarness().running().come("ENDED");
        job.ackAll(job.triggered());
        job.send(new Event.LateKept(1));
        assertThat(job.calls(WorkerCall.Kind.FINISH)).hasSize(2);
        job.report(1, 0, "FINISHED").report(2, 0, "FINISHED").lose("w2");
        assertThat(job.state()).isEqualTo(JobState.RESTARTING);
        job.forget().tick(20_000).answerManifest(1).grant();
        assertThat(job.deployments())
                .extracting(DeployRequest::getRestoredCheckpointId)
                .containsOnly(1L);
        job.come("DEPLOYED").come("RUNNING").come("ENDED").forget();
        job.tick(1_000).ackAll(2).send(new Event.LateKept(2)).come("FINISHED");
        assertThat(job.state()).isEqualTo(JobState.FINISHED);
    }

    @Test
    void aWorkerLostAfterAllItsTasksHaveFinishedIsNoLoss() {
        JobHarness job = new JobHarness().running().come("ENDED");
        job.ackAll(job.triggered());
        job.send(new Event.LateKept(1));
        job.report(1, 1, "FINISHED").report(2, 1, "FINISHED").lose("w2");
        assertThat(job.state()).isEqualTo(JobState.FINISHING);
        job.report(1, 0, "FINISHED").report(2, 0, "FINISHED");
        assertThat(job.state()).isEqualTo(JobState.FINISHED);
    }

    @Test
    void theNextAttemptStartsFromTheNewestCompleteCheckpoint() {
        JobHarness job = new JobHarness().running();
        job.checkpoint();
        job.checkpoint();
        job.lose("w2").forget();
        job.report(1, 0, "CANCELLED").report(2, 0, "CANCELLED").tick(100);
        assertThat(job.all(Effect.ReadManifest.class)).containsExactly(new Effect.ReadManifest(2));
        job.grant();
        assertThat(job.deployments()).isEmpty();
        job.answerManifest(2);
        assertThat(job.deployments()).hasSize(2).allSatisfy(request -> {
            assertThat(request.getRestoredCheckpointId()).isEqualTo(2);
            assertThat(request.getTasksList())
                    .allSatisfy(task -> assertThat(task.getRestoreList())
                            .containsExactly(JobHarness.snapshot(
                                            task.getTask().getVertex(),
                                            task.getTask().getSubtask())
                                    .toByteString()));
        });
    }

    /** TR-C7. */
    @Test
    void trC7_aSecondFailureWhileRestoringKeepsTheRestoreTarget() {
        JobHarness job = new JobHarness().running();
        long target = job.checkpoint();
        for (int failure = 1; failure <= 4; failure++) {
            job.lose("w2").forget();
            job.report(1, 0, "CANCELLED").report(2, 0, "CANCELLED").tick(20_000);
            assertThat(job.durable().attempt()).isEqualTo(1 + failure);
            assertThat(job.durable().restoreFrom()).isEqualTo(target);
            job.answerManifest(target).grant();
            assertThat(job.deployments())
                    .isNotEmpty()
                    .allSatisfy(request ->
                            assertThat(request.getRestoredCheckpointId()).isEqualTo(target));
            job.report(1, 0, "DEPLOYED");
        }
    }

    /** TR-C6. */
    @Test
    void trC6_aDamagedNewestManifestFailsTheJobAndSaysWhichOnesThereAre() {
        JobHarness job = new JobHarness().running();
        job.checkpoint();
        job.checkpoint();
        job.lose("w2");
        job.report(1, 0, "CANCELLED").report(2, 0, "CANCELLED").tick(100).grant();
        job.send(new Event.ManifestUnreadable(2, true, "chk-2.manifest: its checksum does not match"));
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(JobViews.summary(job.master).getFailure().getCause())
                .contains("checkpoint 2")
                .contains("its checksum does not match");
        assertThat(JobViews.summary(job.master).getFailure().getHint()).contains("[1]");
        assertThat(job.deployments()).isEmpty();
        assertThat(job.ended()).isTrue();
    }

    @Test
    void trC10_aCrashLoopAsksForNothingThatGrowsWithTheRetainedCheckpoints() {
        List<Long> hundred = LongStream.rangeClosed(1, 100).boxed().toList();
        JobHarness job = new JobHarness(POLICY, new JobFacts(JobStatus.ACTIVE, 1, 100, hundred, 101, 0, 0, null));
        job.begin().forget();
        for (int crash = 0; crash < 50; crash++) {
            job.grant()
                    .answerManifest(100)
                    .come("DEPLOYED")
                    .come("RUNNING")
                    .lose("w1")
                    .drained()
                    .tick(60_000);
            assertThat(job.all(Effect.ReadManifest.class)).containsExactly(new Effect.ReadManifest(100));
            assertThat(job.all(Effect.CleanUp.class)).isEmpty();
            assertThat(job.effects.size()).isLessThan(30);
            job.forget();
        }
        assertThat(job.durable().completed()).hasSize(100);
    }

    @Test
    void aManifestThatCannotBeReadJustNowIsReadAgain() {
        JobHarness job = new JobHarness().running();
        job.checkpoint();
        job.lose("w2");
        job.report(1, 0, "CANCELLED")
                .report(2, 0, "CANCELLED")
                .tick(100)
                .grant()
                .forget();
        job.send(new Event.ManifestUnreadable(1, false, "stale file handle"));
        job.tick(999);
        assertThat(job.all(Effect.ReadManifest.class)).isEmpty();
        job.tick(1);
        assertThat(job.all(Effect.ReadManifest.class)).hasSize(1);
        job.answerManifest(1);
        assertThat(job.deployments()).hasSize(2);
    }

    @Test
    void aManifestWithoutASnapshotOfEveryTaskIsNoStart() {
        JobHarness job = new JobHarness().running();
        job.checkpoint();
        job.lose("w2");
        job.report(1, 0, "CANCELLED").report(2, 0, "CANCELLED").tick(100).grant();
        job.send(new Event.ManifestRead(
                JobHarness.manifest(1).toBuilder().removeTasks(3).build(), "chk"));
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(JobViews.summary(job.master).getFailure().getCause()).contains("1 snapshots of \"sink\"");
    }

    @Test
    void aFailureThatNoRestartHelpsEndsTheJobAtOnce() {
        JobHarness job = new JobHarness().running();
        job.fail(1, 0, Failure.Kind.FATAL, "events.csv line 7: \"x\" is no number");
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(JobViews.summary(job.master).getFailure().getCause())
                .isEqualTo("source [1/2]: events.csv line 7: \"x\" is no number");
        assertThat(JobViews.summary(job.master).getFailure().getHint()).isEqualTo("mend it");
        assertThat(job.called(WorkerCall.Kind.CANCEL)).containsExactly("w1", "w2");
        assertThat(job.ended()).isFalse();
        job.drained();
        assertThat(job.ended()).isTrue();
    }

    @Test
    void aCauseThatNamesItsOperatorIsLeftAsItIs() {
        JobHarness job = new JobHarness().running();
        job.fail(1, 0, Failure.Kind.FATAL, "operator \"source\" (1/2) failed: bad line");
        assertThat(JobViews.summary(job.master).getFailure().getCause())
                .isEqualTo("operator \"source\" (1/2) failed: bad line");
    }

    @Test
    void theEndIsToldOnlyOnceItIsDurable() {
        JobHarness job = new JobHarness().running().holdWrites();
        job.fail(1, 0, Failure.Kind.FATAL, "bad data");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(JobViews.summary(job.master).hasFailure()).isFalse();
        job.releaseWrites();
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(job.durable().status()).isEqualTo(JobStatus.FAILED);
    }

    @Test
    void aFailureOfItsOwnIsTriedThreeTimesWithoutProgressAndThenGivenUp() {
        JobHarness job = new JobHarness().running();
        for (int restart = 1; restart <= 3; restart++) {
            job.fail(2, 1, Failure.Kind.OWN, "boom");
            assertThat(job.state()).isEqualTo(JobState.RESTARTING);
            again(job, 0);
        }
        job.fail(2, 1, Failure.Kind.OWN, "boom").drained();
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(JobViews.summary(job.master).getFailure().getCause()).isEqualTo("sink [2/2]: boom");
        assertThat(JobViews.summary(job.master).getFailure().getHint()).contains("4 times in a row");
    }

    @Test
    void aCheckpointInBetweenIsProgress() {
        JobHarness job = new JobHarness().running();
        for (int restart = 1; restart <= 10; restart++) {
            long id = job.checkpoint();
            job.fail(2, 1, Failure.Kind.OWN, "boom");
            again(job, id);
            job.forget();
        }
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void lostWorkersNeverCountAsTheJobsOwnFailures() {
        JobHarness job = new JobHarness().running();
        for (int restart = 1; restart <= 20; restart++) {
            job.lose("w2");
            again(job, 0);
        }
        assertThat(job.durable().restarts()).isEqualTo(20);
    }

    @Test
    void aLimitOfRestartsCountsThemAll() {
        JobPolicy twice =
                new JobPolicy(new CheckpointTiming(1_000, 0, 5_000, 0), 3, 2, 2, 3, 100, 10_000, 3_000, 60_000);
        JobHarness job = new JobHarness(twice).running();
        for (int restart = 1; restart <= 2; restart++) {
            job.lose("w2");
            again(job, 0);
        }
        job.lose("w2").drained();
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(JobViews.summary(job.master).getFailure().getHint()).contains("restart.max-attempts");
    }

    @Test
    void pausesGrowAndAreShortAgainAfterAMinuteOfRunning() {
        JobHarness job = new JobHarness().running();
        long[] wanted = {100, 200, 400};
        for (long pauseMs : wanted) {
            assertThat(pauseUntilNextAttempt(job)).isEqualTo(pauseMs);
        }
        job.tick(60_000);
        assertThat(pauseUntilNextAttempt(job)).isEqualTo(100);
    }

    private static long pauseUntilNextAttempt(JobHarness job) {
        int before = job.attempt();
        job.lose("w2").drained();
        long pauseMs = 0;
        while (job.attempt() == before) {
            job.tick(1);
            pauseMs++;
        }
        job.grant().come("DEPLOYED").come("RUNNING");
        return pauseMs;
    }

    @Test
    void theWeightiestFailureOfAnAttemptIsItsCause() {
        JobHarness job = new JobHarness().running();
        job.fail(1, 0, Failure.Kind.ENVIRONMENT, "lost the channel to sink");
        job.fail(2, 1, Failure.Kind.FATAL, "line 7 is bad");
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(JobViews.summary(job.master).getFailure().getCause()).isEqualTo("sink [2/2]: line 7 is bad");
    }

    @Test
    void anOwnFailureThatIsReportedAfterItsConsequencesCounts() {
        JobHarness job = new JobHarness().running();
        for (int restart = 1; restart <= 3; restart++) {
            job.fail(1, 0, Failure.Kind.ENVIRONMENT, "lost the channel to sink");
            job.fail(2, 1, Failure.Kind.OWN, "boom");
            again(job, 0);
        }
        job.fail(1, 0, Failure.Kind.ENVIRONMENT, "lost the channel to sink");
        job.fail(2, 1, Failure.Kind.OWN, "boom").drained();
        assertThat(job.state()).isEqualTo(JobState.FAILED);
    }

    @Test
    void theNextAttemptWaitsForTheTasksOfTheLast() {
        JobHarness job = new JobHarness().running().fail(2, 1, Failure.Kind.ENVIRONMENT, "lost");
        job.tick(1_000);
        assertThat(job.attempt()).isEqualTo(1);
        job.report(1, 1, "CANCELLED").report(1, 0, "CANCELLED");
        job.tick(1_000);
        assertThat(job.attempt()).isEqualTo(1);
        job.report(2, 0, "CANCELLED");
        assertThat(job.attempt()).isEqualTo(2);
    }

    @Test
    void butNotForever() {
        JobHarness job = new JobHarness().running().fail(2, 1, Failure.Kind.ENVIRONMENT, "lost");
        job.tick(POLICY.cancelTimeoutMs() - 1);
        assertThat(job.attempt()).isEqualTo(1);
        job.tick(1);
        assertThat(job.attempt()).isEqualTo(2);
    }

    @Test
    void aHeartbeatWithoutTheJobAfterTheCancelWasTakenEndsTheWait() {
        JobHarness job = new JobHarness().running().fail(2, 1, Failure.Kind.ENVIRONMENT, "lost");
        job.tick(100).send(new Event.WorkerIdle("w1")).send(new Event.WorkerIdle("w2"));
        assertThat(job.attempt()).isEqualTo(1);
        job.send(new Event.CallDone("w1", WorkerCall.Kind.CANCEL, 1)).send(new Event.WorkerIdle("w1"));
        assertThat(job.attempt()).isEqualTo(1);
        job.send(new Event.CallDone("w2", WorkerCall.Kind.CANCEL, 1)).send(new Event.WorkerIdle("w2"));
        assertThat(job.attempt()).isEqualTo(2);
    }

    @Test
    void aTaskThatItsWorkerHasEndedByItselfFailsTheAttempt() {
        JobHarness job = new JobHarness().running().report(2, 1, "CANCELLED");
        assertThat(job.state()).isEqualTo(JobState.RESTARTING);
    }

    @Test
    void aTaskThatFinishesUnaskedFailsTheAttempt() {
        JobHarness job = new JobHarness().running().report(2, 1, "FINISHED");
        assertThat(job.state()).isEqualTo(JobState.RESTARTING);
    }

    @Test
    void aChangeThatTheJobStoreDidNotTakeIsWrittenAgain() {
        JobHarness job = new JobHarness().holdWrites().begin().grant().forget();
        job.send(new Event.PersistFailed(1, "no space left on device"));
        job.tick(999);
        assertThat(job.all(Effect.Persist.class)).isEmpty();
        job.tick(1);
        assertThat(job.all(Effect.Persist.class)).hasSize(1);
        job.send(new Event.Persisted(job.all(Effect.Persist.class).get(0).version()));
        assertThat(job.deployments()).hasSize(2);
    }

    @Test
    void aJobStoreThatTakesNothingIsToldOnceAndInTheRemarkForAsLongAsItLasts() {
        JobHarness job = new JobHarness().holdWrites().begin().grant().forget();
        for (int i = 0; i < 5; i++) {
            job.send(new Event.PersistFailed(1, "the disk of /jobs is full")).tick(1_000);
        }
        assertThat(job.master.log().oldestFirst())
                .filteredOn(line -> line.contains("did not take a change"))
                .singleElement()
                .asString()
                .endsWith("the disk of /jobs is full");
        assertThat(job.master.remark()).isEqualTo("the job store cannot be written: the disk of /jobs is full");

        job.send(new Event.Persisted(1));
        assertThat(job.master.log().oldestFirst()).anyMatch(line -> line.contains("takes changes again"));
        assertThat(job.master.remark()).doesNotContain("job store");
    }

    // ------------------------------------------------------------------- after a restart of the coordinator

    private static JobFacts left(JobStatus status, int attempt, List<Long> completed) {
        return new JobFacts(status, attempt, 0, completed, 9, attempt - 1, 0, null);
    }

    @Test
    void aNewCoordinatorGoesOnWithTheNextAttemptFromTheNewestCheckpoint() {
        JobHarness job = new JobHarness(POLICY, left(JobStatus.ACTIVE, 3, List.of(4L, 7L))).begin();
        assertThat(job.durable().attempt()).isEqualTo(4);
        assertThat(job.durable().restoreFrom()).isEqualTo(7);
        assertThat(job.all(Effect.CleanUp.class)).containsExactly(new Effect.CleanUp(List.of(4L, 7L)));
        job.answerManifest(7).grant();
        assertThat(job.deployments()).extracting(DeployRequest::getAttempt).containsOnly(4);
        job.come("DEPLOYED").come("RUNNING").forget();
        assertThat(job.checkpoint()).isEqualTo(9);
    }

    @Test
    void reportsOfTheAttemptThatAnEarlierCoordinatorDeployedAreRefused() {
        JobHarness job = new JobHarness(POLICY, left(JobStatus.ACTIVE, 3, List.of()))
                .begin()
                .grant();
        assertThat(job.master.isCurrent(EPOCH - 1, 3)).isFalse();
        job.send(new Event.CheckpointAcked("w1", EPOCH - 1, 3, new TaskKey(1, 0), 8, JobHarness.snapshot(1, 0)));
        assertThat(job.master.refusedCount()).isEqualTo(1);
        assertThat(job.master.wants("w1", 3)).isFalse();
        assertThat(job.master.wants("w1", 4)).isTrue();
    }

    @Test
    void aJobThatWasBeingCancelledIsNotStartedAgain() {
        JobHarness job = new JobHarness(POLICY, left(JobStatus.CANCELLING, 3, List.of(7L))).begin();
        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
        assertThat(job.durable().status()).isEqualTo(JobStatus.CANCELLED);
        assertThat(job.all(Effect.RequestSlots.class)).isEmpty();
        assertThat(job.ended()).isTrue();
    }
}
