package io.tidemark.coordinator.job;

import static io.tidemark.coordinator.job.JobHarness.EPOCH;
import static io.tidemark.coordinator.job.JobHarness.POLICY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.coordinator.checkpoint.CheckpointTiming;
import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.network.proto.CheckpointInfo;
import io.tidemark.network.proto.TriggerCheckpointRequest;
import io.tidemark.network.proto.UnalignCheckpointRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

class JobMasterCheckpointTest {

    private static CheckpointInfo newest(JobHarness job) {
        return job.master.checkpointInfos(job.nowMs).get(0);
    }

    @Test
    void theFirstIsTriggeredAnIntervalAfterTheJobRunsAtTheSourcesOnly() {
        JobHarness job = new JobHarness().running();
        job.tick(999);
        assertThat(job.triggered()).isZero();
        job.tick(1);
        assertThat(job.triggered()).isEqualTo(1);
        assertThat(job.called(WorkerCall.Kind.TRIGGER_CHECKPOINT)).containsExactly("w1", "w2");
        for (TriggerCheckpointRequest request :
                job.requests(WorkerCall.Kind.TRIGGER_CHECKPOINT, TriggerCheckpointRequest.class)) {
            assertThat(request.getTasksList())
                    .singleElement()
                    .satisfies(task -> assertThat(task.getVertex()).isEqualTo(1));
            assertThat(request.getEpoch()).isEqualTo(EPOCH);
        }
        assertThat(newest(job).getState()).isEqualTo("IN_PROGRESS");
    }

    @Test
    void whatIsKnownOfACheckpointIsNotForgottenWhenTheNextAttemptReadsItsManifest() {
        JobHarness job = new JobHarness().running();
        job.checkpoint();
        CheckpointInfo before = newest(job);
        assertThat(before.getPath()).isEqualTo("chk");
        job.lose("w1").drained().tick(10_000).send(new Event.ManifestRead(JobHarness.manifest(1), ""));
        assertThat(newest(job)).isEqualTo(before);
    }

    @Test
    void aCheckpointThatIsNotKeptAnyMoreHasNoPath() {
        JobHarness job = new JobHarness().running();
        for (long id = 1; id <= 3; id++) {
            job.tick(1_000).ackAll(id);
        }
        assertThat(job.master.facts().completed()).containsExactly(2L, 3L);
        assertThat(job.master.checkpointInfos(job.nowMs))
                .extracting(
                        info -> info.getCheckpointId() + " " + !info.getPath().isEmpty())
                .containsExactly("3 true", "2 true", "1 false");
    }

    @Test
    void anIntervalOfZeroMeansNoPeriodicOnes() {
        JobPolicy never = new JobPolicy(new CheckpointTiming(0, 0, 5_000, 0), 3, 2, -1, 3, 100, 10_000, 3_000, 60_000);
        JobHarness job = new JobHarness(never).running();
        job.tick(1_000_000);
        assertThat(job.triggered()).isZero();
    }

    @Test
    void theNextOneWaitsForTheMinimumPauseFromTheEndOfTheOneBefore() {
        JobPolicy pausing =
                new JobPolicy(new CheckpointTiming(1_000, 800, 5_000, 0), 3, 2, -1, 3, 100, 10_000, 3_000, 60_000);
        JobHarness job = new JobHarness(pausing).running().tick(1_000).tick(900).ackAll(1);
        job.tick(799);
        assertThat(job.triggered()).isEqualTo(1);
        job.tick(1);
        assertThat(job.triggered()).isEqualTo(2);
        job.tick(5_000).tick(799);
        assertThat(job.triggered()).isEqualTo(2);
        job.tick(1);
        assertThat(job.triggered()).isEqualTo(3);
    }

    private static JobPolicy alignedFor(long alignedTimeoutMs) {
        return new JobPolicy(
                new CheckpointTiming(1_000, 0, 5_000, alignedTimeoutMs), 3, 2, -1, 3, 100, 10_000, 3_000, 60_000);
    }

    /** The workers that were told that a checkpoint may go unaligned, in bursts alone or everywhere. */
    private static List<String> toldToUnalign(JobHarness job, boolean onlyInBursts) {
        return job.all(Effect.CallWorker.class).stream()
                .filter(call -> call.call().request() instanceof UnalignCheckpointRequest request
                        && request.getOnlyInBursts() == onlyInBursts)
                .map(Effect.CallWorker::workerId)
                .toList();
    }

    @Test
    void allTasksAreToldOnceWhenItMayGoUnaligned() {
        JobHarness job = new JobHarness(alignedFor(300)).running().tick(1_000).tick(299);
        assertThat(toldToUnalign(job, false)).isEmpty();
        job.tick(1).tick(1);
        assertThat(toldToUnalign(job, false)).containsExactly("w1", "w2");
        assertThat(job.requests(WorkerCall.Kind.UNALIGN, UnalignCheckpointRequest.class))
                .allSatisfy(request -> assertThat(request.getCheckpointId()).isEqualTo(1));
    }

    @Test
    void trP2_tasksAreToldOnceWithTheTriggerNotToWaitForALongBurstThoughTheJobHasNoAlignedTimeout() {
        JobHarness job = new JobHarness().running().tick(999);
        assertThat(job.called(WorkerCall.Kind.UNALIGN)).isEmpty();
        job.tick(1);
        assertThat(job.called(WorkerCall.Kind.TRIGGER_CHECKPOINT)).isNotEmpty();
        assertThat(toldToUnalign(job, true)).containsExactly("w1", "w2");
        job.tick(50).tick(3_000);
        assertThat(toldToUnalign(job, true)).as("told once").hasSize(2);
        assertThat(toldToUnalign(job, false)).as("it aligns else").isEmpty();
    }

    @Test
    void thatBurstsAreNotWaitedForIsNotSaidAgainOnceItMayGoUnalignedEverywhere() {
        JobHarness job =
                new JobHarness(alignedFor(1)).running().tick(1_000).tick(50).tick(50);
        assertThat(toldToUnalign(job, true)).containsExactly("w1", "w2");
        assertThat(toldToUnalign(job, false)).containsExactly("w1", "w2");
    }

    @Test
    void aSavepointWaitsForABurstAsItAlwaysAligns() {
        JobHarness job = new JobHarness()
                .running()
                .send(new Event.Asked(Order.savepoint("t", "/savepoints"), 2))
                .tick(3_000);
        assertThat(job.called(WorkerCall.Kind.TRIGGER_CHECKPOINT)).isNotEmpty();
        assertThat(job.called(WorkerCall.Kind.UNALIGN)).isEmpty();
    }

    @Test
    void oneThatIsCompleteInTimeStaysAligned() {
        JobPolicy unaligned =
                new JobPolicy(new CheckpointTiming(1_000, 0, 5_000, 300), 3, 2, -1, 3, 100, 10_000, 3_000, 60_000);
        JobHarness job =
                new JobHarness(unaligned).running().tick(1_000).ackAll(1).tick(500);
        assertThat(toldToUnalign(job, false)).isEmpty();
    }

    private static void busy(JobHarness job, long id) {
        job.send(new Event.CheckpointDeclined(
                "w2", EPOCH, 1, new TaskKey(2, 1), id, "still writing", Event.CheckpointDeclined.Reason.BUSY));
    }

    @Test
    void aTaskThatStillWritesAnEarlierOneIsWaitedForWithoutAStormOfFailures() {
        JobHarness job = new JobHarness().running().tick(1_000);
        job.ack(1, 1, 0).ack(1, 1, 1).ack(1, 2, 0).tick(5_000);
        assertThat(job.triggered()).as("the first one took too long").isEqualTo(2);
        int tries = 0;
        for (int second = 0; second < 20; second++) {
            long id = job.triggered();
            busy(job, id);
            assertThat(newest(job).getState()).isEqualTo("FAILED");
            assertThat(newest(job).getGivenWay()).as("it is no failure").isTrue();
            job.tick(1_000);
            tries += job.triggered() > id ? 1 : 0;
        }
        assertThat(tries).as("less and less often").isBetween(3, 9);
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(job.master.facts().restarts()).isZero();
        long id = job.triggered();
        busy(job, id);
        job.ack(1, 2, 1);
        job.tick(1_000);
        assertThat(job.triggered()).as("its late ack says that it is done").isEqualTo(id + 1);
        job.ackAll(id + 1);
        assertThat(job.durable().completed()).containsExactly(id + 1);
    }

    @Test
    void aSavepointThatMeetsABusyTaskIsTriedAgain() {
        JobHarness job = new JobHarness().running().send(new Event.Asked(Order.savepoint("t", "/savepoints"), 2));
        busy(job, 1);
        assertThat(job.master.request("t").orElseThrow().isOpen()).isTrue();
        job.tick(500).ackAll(2);
        assertThat(job.all(Effect.WriteSavepoint.class)).hasSize(1);
    }

    @Test
    void trC5_anErrorAtTheTriggerFailsTheCheckpointWithItsCauseAndCounts() {
        JobHarness job = new JobHarness().running();
        for (long id = 1; id <= 3; id++) {
            job.tick(1_000);
            assertThat(job.triggered()).isEqualTo(id);
            job.send(new Event.CallRefused("w1", WorkerCall.Kind.TRIGGER_CHECKPOINT, 1, "java.io.IOException: no"));
            assertThat(newest(job).getState()).isEqualTo("FAILED");
            assertThat(newest(job).getCause()).contains("w1").contains("java.io.IOException: no");
        }
        assertThat(job.state()).as("three failures in a row are a restart").isEqualTo(JobState.RESTARTING);
    }

    @Test
    void itsIdIsDurableBeforeItsBarriersGoOut() {
        JobHarness job = new JobHarness().running().holdWrites().tick(1_000);
        assertThat(job.all(Effect.Persist.class).get(0).facts().nextCheckpointId())
                .isEqualTo(2);
        assertThat(job.triggered()).isZero();
        job.releaseWrites();
        assertThat(job.triggered()).isEqualTo(1);
    }

    @Test
    void thereIsOneAtATime() {
        JobHarness job = new JobHarness().running().tick(1_000).tick(1_000).tick(1_000);
        assertThat(job.called(WorkerCall.Kind.TRIGGER_CHECKPOINT)).hasSize(2);
    }

    @Test
    void itsManifestIsWrittenWhenTheLastTaskHasAcked() {
        JobHarness job = new JobHarness().running().tick(1_000);
        job.ack(1, 1, 0).ack(1, 1, 1).ack(1, 2, 0).ack(1, 2, 0);
        assertThat(job.all(Effect.WriteManifest.class)).isEmpty();
        job.ack(1, 2, 1);
        assertThat(job.all(Effect.WriteManifest.class)).singleElement().satisfies(write -> {
            assertThat(write.manifest().getTasksCount()).isEqualTo(4);
            assertThat(write.manifest().getCheckpointId()).isEqualTo(1);
            assertThat(write.manifest().getAttempt()).isEqualTo(1);
            assertThat(write.manifest().getEpoch()).isEqualTo(EPOCH);
            assertThat(write.manifest().getJobId()).isEqualTo("job");
            assertThat(write.manifest().getFormatVersion()).isEqualTo(2);
        });
    }

    @Test
    void itIsRecordedBeforeAnybodyIsToldToCommit() {
        JobHarness job =
                new JobHarness().running().tick(1_000).holdWrites().ackAll(1).forget();
        job.send(new Event.ManifestWritten(1, "there"));
        assertThat(job.all(Effect.Persist.class).get(0).facts().completed()).containsExactly(1L);
        assertThat(job.notified(true)).isEmpty();
        job.releaseWrites();
        assertThat(job.notified(true)).containsExactly(1L, 1L);
        assertThat(newest(job).getState()).isEqualTo("COMPLETED");
        assertThat(newest(job).getPath()).isEqualTo("there");
    }

    @Test
    void acksOfAnotherAttemptEpochWorkerOrCheckpointDoNotCount() {
        JobHarness job = new JobHarness().running().tick(1_000);
        job.ack(0, 1, 1, 0).ack(2, 1, 1, 0).ack(1, 99, 1, 0);
        job.send(new Event.CheckpointAcked("w1", EPOCH + 1, 1, new TaskKey(1, 0), 1, JobHarness.snapshot(1, 0)));
        job.send(new Event.CheckpointAcked("w2", EPOCH, 1, new TaskKey(1, 0), 1, JobHarness.snapshot(1, 0)));
        job.ack(1, 1, 1).ack(1, 2, 0).ack(1, 2, 1);
        assertThat(job.all(Effect.WriteManifest.class)).isEmpty();
        job.ack(1, 1, 0);
        assertThat(job.all(Effect.WriteManifest.class)).hasSize(1);
    }

    @Test
    void anAckAfterTheTimeOutIsIgnoredAndTheIdIsNotUsedAgain() {
        JobHarness job = new JobHarness().running().tick(1_000);
        job.ack(1, 1, 0).ack(1, 1, 1).ack(1, 2, 0);
        job.tick(POLICY.checkpoints().timeoutMs());
        assertThat(job.notified(false)).containsExactly(1L, 1L);
        CheckpointInfo failed = job.master.checkpointInfos(job.nowMs).stream()
                .filter(info -> info.getCheckpointId() == 1)
                .findFirst()
                .orElseThrow();
        assertThat(failed.getState()).isEqualTo("FAILED");
        assertThat(failed.getCause()).contains("1 task has not acked").contains("sink [2/2]");
        job.ack(1, 2, 1);
        assertThat(job.all(Effect.WriteManifest.class)).isEmpty();
        assertThat(job.triggered()).isEqualTo(2);
    }

    @Test
    void aDeclinedOneFailsWithItsCauseAndEverybodyIsTold() {
        JobHarness job = new JobHarness().running().tick(1_000);
        job.send(new Event.CheckpointDeclined("w2", EPOCH, 1, new TaskKey(2, 1), 1, "no space left on device"));
        assertThat(newest(job).getState()).isEqualTo("FAILED");
        assertThat(newest(job).getCause()).isEqualTo("sink [2/2]: no space left on device");
        assertThat(newest(job).getGivenWay()).isFalse();
        assertThat(job.notified(false)).containsExactly(1L, 1L);
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        job.ackAll(1);
        assertThat(job.all(Effect.WriteManifest.class)).isEmpty();
    }

    @Test
    void aDeclineOfAnotherWorkerOrOfATaskThatIsNoneChangesNothing() {
        JobHarness job = new JobHarness().running().tick(1_000);
        job.send(new Event.CheckpointDeclined("w1", EPOCH, 1, new TaskKey(2, 1), 1, "not mine"));
        job.send(new Event.CheckpointDeclined("w1", EPOCH, 1, new TaskKey(77, 0), 1, "no such task"));
        assertThat(newest(job).getState()).isEqualTo("IN_PROGRESS");
        assertThat(job.master.refusedCount()).isEqualTo(2);
    }

    @Test
    void aRefusedTriggerFailsItWithTheCause() {
        JobHarness job = new JobHarness().running().tick(1_000);
        job.send(new Event.CallRefused("w1", WorkerCall.Kind.TRIGGER_CHECKPOINT, 1, "I/O error"));
        assertThat(newest(job).getState()).isEqualTo("FAILED");
        assertThat(newest(job).getCause()).contains("I/O error");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aManifestThatCannotBeWrittenFailsItWithTheCause() {
        JobHarness job = new JobHarness().running().tick(1_000).holdWrites().ackAll(1);
        job.send(new Event.ManifestFailed(1, "read-only file system"));
        assertThat(newest(job).getState()).isEqualTo("FAILED");
        assertThat(newest(job).getCause()).contains("read-only file system");
        assertThat(job.durable().completed()).isEmpty();
    }

    @Test
    void aManifestThatIsWrittenTooLateDoesNotCount() {
        JobHarness job = new JobHarness().running().tick(1_000).holdWrites().ackAll(1);
        job.tick(POLICY.checkpoints().timeoutMs());
        assertThat(newest(job).getState()).isEqualTo("FAILED");
        assertThat(newest(job).getCause()).contains("its manifest was not written");
        job.send(new Event.ManifestWritten(1, "too late"));
        assertThat(job.master.facts().completed()).isEmpty();
        job.forget().releaseWrites().tick(1_000);
        job.send(new Event.Persisted(3));
        assertThat(job.triggered()).isEqualTo(2);
        job.send(new Event.ManifestWritten(1, "later still"));
        assertThat(job.master.facts().completed()).isEmpty();
        job.ackAll(2);
        assertThat(job.durable().completed()).containsExactly(2L);
    }

    @Test
    void threeFailuresInARowRestartTheJob() {
        JobHarness job = new JobHarness().running();
        for (int i = 1; i <= 3; i++) {
            assertThat(job.state()).isEqualTo(JobState.RUNNING);
            job.tick(1_000);
            job.send(new Event.CheckpointDeclined("w2", EPOCH, 1, new TaskKey(2, 1), i, "storage is away"));
        }
        assertThat(job.state()).isEqualTo(JobState.RESTARTING);
    }

    @Test
    void whileTheStorageIsAwayTheJobIsNotRestartedSinceThatWouldNeedItToo() {
        JobHarness job = new JobHarness().running();
        for (int i = 1; i <= 20; i++) {
            job.tick(1_000);
            job.send(new Event.CheckpointDeclined(
                    "w2",
                    EPOCH,
                    1,
                    new TaskKey(2, 1),
                    job.triggered(),
                    "storage is away",
                    Event.CheckpointDeclined.Reason.STORAGE));
        }
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(newest(job).getState()).isEqualTo("FAILED");
        assertThat(newest(job).getCause()).contains("storage is away");
    }

    @Test
    void aCompleteOneInBetweenForgivesTheFailuresBefore() {
        JobHarness job = new JobHarness().running();
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 2; i++) {
                job.tick(1_000);
                job.send(new Event.CheckpointDeclined(
                        "w2", EPOCH, 1, new TaskKey(2, 1), job.triggered(), "storage is away"));
            }
            job.checkpoint();
        }
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void withALimitOfZeroFailuresNeverRestartTheJob() {
        JobPolicy patient =
                new JobPolicy(new CheckpointTiming(1_000, 0, 5_000, 0), 0, 2, -1, 3, 100, 10_000, 3_000, 60_000);
        JobHarness job = new JobHarness(patient).running();
        for (int i = 1; i <= 20; i++) {
            job.tick(1_000);
            job.send(new Event.CheckpointDeclined("w2", EPOCH, 1, new TaskKey(2, 1), i, "storage is away"));
        }
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void asManyAreRetainedAsWantedAndTheOthersAreCleanedUp() {
        JobHarness job = new JobHarness().running();
        job.checkpoint();
        job.checkpoint();
        job.checkpoint();
        assertThat(job.durable().completed()).containsExactly(2L, 3L);
        assertThat(job.all(Effect.CleanUp.class))
                .extracting(Effect.CleanUp::retained)
                .containsExactly(List.of(1L), List.of(1L, 2L), List.of(2L, 3L));
    }

    @Test
    void noneIsTriggeredWhileOldOnesAreRemoved() {
        JobHarness job = new JobHarness().running().tick(1_000).holdWrites().ackAll(1);
        job.send(new Event.ManifestWritten(1, "chk"));
        job.send(new Event.Persisted(job.all(Effect.Persist.class)
                .get(job.all(Effect.Persist.class).size() - 1)
                .version()));
        assertThat(job.all(Effect.CleanUp.class)).hasSize(1);
        job.forget().tick(5_000);
        assertThat(job.all(Effect.Persist.class)).isEmpty();
        job.send(new Event.CleanedUp(""));
        assertThat(job.all(Effect.Persist.class).get(0).facts().nextCheckpointId())
                .isEqualTo(3);
    }

    @Test
    void aCleanUpThatFailsStopsNothing() {
        JobHarness job = new JobHarness().running().tick(1_000).holdWrites().ackAll(1);
        job.send(new Event.ManifestWritten(1, "chk"));
        job.send(new Event.Persisted(3));
        job.send(new Event.CleanedUp("permission denied"));
        assertThat(JobViews.detail(job.master).getEventsList())
                .anySatisfy(line -> assertThat(line).contains("permission denied"));
        job.forget().releaseWrites();
        assertThat(job.checkpoint()).isEqualTo(2);
        assertThat(job.durable().latestCheckpoint()).isEqualTo(2);
    }

    @Test
    void oneWhoseAttemptFailsWhileItsManifestIsWrittenDoesNotCount() {
        JobHarness job = new JobHarness().running().tick(1_000).holdWrites().ackAll(1);
        job.lose("w2");
        job.send(new Event.ManifestWritten(1, "too late"));
        assertThat(job.durable().completed()).isEmpty();
        assertThat(newest(job).getState()).isEqualTo("FAILED");
        assertThat(job.master.facts().completed()).isEmpty();
    }

    @Test
    void oneWhoseAttemptFailsWhileItIsRecordedIsWhatTheNextAttemptStartsFrom() {
        JobHarness job = new JobHarness().running().tick(1_000).holdWrites().ackAll(1);
        job.send(new Event.ManifestWritten(1, "chk"));
        job.lose("w2").forget().releaseWrites();
        job.send(new Event.Persisted(3));
        assertThat(job.notified(true)).isEmpty();
        job.report(1, 0, "CANCELLED").report(2, 0, "CANCELLED").tick(100);
        assertThat(job.all(Effect.ReadManifest.class)).containsExactly(new Effect.ReadManifest(1));
        assertThat(job.durable().restoreFrom()).isEqualTo(1);
    }

    @Test
    void itsHistoryNamesTheSlowestTask() {
        JobHarness job = new JobHarness().running().tick(1_000);
        job.ack(1, 1, 0).ack(1, 1, 1).ack(1, 2, 1);
        job.nowMs += 40;
        job.ack(1, 2, 0);
        assertThat(newest(job).getSlowestTask()).isEqualTo("sink [1/2]");
        assertThat(newest(job).getSlowestMs()).isEqualTo(40);
        assertThat(newest(job).getDurationMs()).isEqualTo(40);
    }
}
