package io.tidemark.coordinator.job;

import static io.tidemark.coordinator.job.JobHarness.EPOCH;
import static io.tidemark.coordinator.job.JobHarness.POLICY;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.checkpoint.proto.CheckpointManifest;
import io.tidemark.coordinator.graph.Plans;
import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.coordinator.graph.TaskSlot;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.FinishRequest;
import io.tidemark.network.proto.JobPlanProto;
import io.tidemark.network.proto.JobRequest;
import io.tidemark.network.proto.NotifyCheckpointRequest;
import io.tidemark.network.proto.TriggerCheckpointRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Savepoints, stops and rescales. */
class JobMasterRequestsTest {
    private static final Event SAVEPOINT = new Event.Asked(Order.savepoint("t", "/savepoints"), 2);

    private static Event stop(boolean drain) {
        return new Event.Asked(Order.stop("t", "/savepoints", drain), 2);
    }

    private static JobRequest request(JobHarness job) {
        return JobViews.request(job.master.request("t").orElseThrow());
    }

    private static String purpose(JobHarness job) {
        List<TriggerCheckpointRequest> triggers =
                job.requests(WorkerCall.Kind.TRIGGER_CHECKPOINT, TriggerCheckpointRequest.class);
        return triggers.isEmpty() ? "" : triggers.get(triggers.size() - 1).getPurpose();
    }

    private static void decline(JobHarness job, long id) {
        job.send(new Event.CheckpointDeclined("w2", EPOCH, 1, new TaskKey(2, 1), id, "no room"));
    }

    // ------------------------------------------------------------------------------------ savepoints

    @Test
    void aSavepointIsACheckpointAtOnceThatIsThenWrittenElsewhere() {
        JobHarness job = new JobHarness().running().send(SAVEPOINT);
        assertThat(purpose(job)).isEqualTo("SAVEPOINT");
        job.ackAll(1);
        assertThat(job.all(Effect.WriteSavepoint.class)).containsExactly(new Effect.WriteSavepoint(1, "/savepoints"));
        assertThat(job.notified(true)).as("it is a checkpoint like any other").containsExactly(1L, 1L);
        assertThat(request(job).getState()).isEqualTo("OPEN");
        job.send(new Event.SavepointWritten(1, "/savepoints/a"));
        assertThat(request(job).getState()).isEqualTo("DONE");
        assertThat(request(job).getLocation()).isEqualTo("/savepoints/a");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void theSameTokenTwiceIsOneSavepoint() {
        JobHarness job =
                new JobHarness().running().send(SAVEPOINT).send(SAVEPOINT).ackAll(1);
        job.send(new Event.SavepointWritten(1, "/savepoints/a"));
        job.send(SAVEPOINT);
        assertThat(job.all(Effect.WriteSavepoint.class)).hasSize(1);
        assertThat(job.called(WorkerCall.Kind.TRIGGER_CHECKPOINT)).hasSize(2);
    }

    @Test
    void trC8_itsCheckpointIsKeptWhileItIsWrittenWhateverTheRetainedNumberIs() {
        JobHarness job = new JobHarness().running().send(SAVEPOINT).ackAll(1);
        for (int i = 0; i < 3; i++) {
            job.checkpoint();
        }
        List<Effect.CleanUp> cleanUps = job.all(Effect.CleanUp.class);
        assertThat(cleanUps.get(cleanUps.size() - 1).retained()).containsExactly(1L, 3L, 4L);
        job.send(new Event.SavepointWritten(1, "/savepoints/a"));
        cleanUps = job.all(Effect.CleanUp.class);
        assertThat(cleanUps.get(cleanUps.size() - 1).retained()).containsExactly(3L, 4L);
    }

    private static List<Long> lastKept(JobHarness job) {
        List<Effect.CleanUp> cleanUps = job.all(Effect.CleanUp.class);
        return cleanUps.get(cleanUps.size() - 1).retained();
    }

    @Test
    void trC8_theCleanUpAfterASavepointSparesACheckpointWhoseManifestIsBeingWritten() {
        JobHarness job = new JobHarness().running().send(SAVEPOINT).ackAll(1);
        job.tick(1_000).forget().holdWrites().ackAll(2);
        assertThat(job.all(Effect.WriteManifest.class)).hasSize(1);
        job.send(new Event.SavepointWritten(1, "/savepoints/a"));
        assertThat(lastKept(job)).containsExactly(1L, 2L);
    }

    @Test
    void trC8_theCleanUpAfterASavepointSparesWhatACrashNowWouldBeRestoredFrom() {
        JobPolicy one = new JobPolicy(POLICY.checkpoints(), 3, 1, -1, 3, 100, 10_000, 3_000, 60_000);
        JobHarness job = new JobHarness(one).running().send(SAVEPOINT).ackAll(1);
        job.tick(1_000).holdWrites().ackAll(2).send(new Event.ManifestWritten(2, "chk"));
        assertThat(job.durable().completed()).as("2 is not recorded yet").containsExactly(1L);
        job.send(new Event.SavepointWritten(1, "/savepoints/a"));
        assertThat(lastKept(job)).containsExactly(1L, 2L);
    }

    @Test
    void oneThatCannotBeWrittenFailsAloneWithItsCause() {
        JobHarness job = new JobHarness().running().send(SAVEPOINT).ackAll(1);
        job.send(new Event.SavepointFailed(1, "no space left on device"));
        assertThat(request(job).getState()).isEqualTo("FAILED");
        assertThat(request(job).getFailure().getCause()).contains("no space left on device");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(job.master.facts().completed()).containsExactly(1L);
    }

    @Test
    void oneWhoseCheckpointFailsDoesNotCountTowardsARestart() {
        JobPolicy once = new JobPolicy(POLICY.checkpoints(), 1, 2, -1, 3, 100, 10_000, 3_000, 60_000);
        JobHarness job = new JobHarness(once).running().send(SAVEPOINT);
        decline(job, 1);
        assertThat(request(job).getState()).isEqualTo("FAILED");
        assertThat(request(job).getFailure().getCause()).contains("no room");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aJobWithoutSlotsRefusesAndSaysWhy() {
        JobHarness job =
                new JobHarness().begin().send(new Event.SlotsShort(2, 1)).send(SAVEPOINT);
        assertThat(request(job).getState()).isEqualTo("FAILED");
        assertThat(request(job).getFailure().getCause()).contains("need 2 slots, have 1");
    }

    // ------------------------------------------------------------------------------------ stop

    @Test
    void trC11_aStopWithoutDrainEndsTheTasksWhereTheyStandAtTheSavepointsBarrier() {
        JobHarness job = new JobHarness().running().send(stop(false));
        assertThat(job.durable().orders().stop()).as("durable").isPresent();
        assertThat(purpose(job)).isEqualTo("STOP");
        job.ackAll(1);
        assertThat(job.notified(true))
                .as("nobody commits before there is a savepoint")
                .isEmpty();
        assertThat(job.called(WorkerCall.Kind.DRAIN)).isEmpty();
        job.tick(60_000);
        assertThat(job.triggered()).as("no other checkpoint meanwhile").isEqualTo(1);
        job.send(new Event.SavepointWritten(1, "/savepoints/a"));
        job.send(new Event.LateKept(1));
        assertThat(job.requests(WorkerCall.Kind.FINISH, FinishRequest.class))
                .hasSize(2)
                .allSatisfy(finish -> assertThat(finish.getCheckpointId()).isEqualTo(1));
        job.come("FINISHED");
        assertThat(job.state()).isEqualTo(JobState.FINISHED);
        assertThat(job.durable().orders().savepoint()).isEqualTo("/savepoints/a");
        assertThat(job.ended()).isTrue();
    }

    @Test
    void whenTheSavepointCannotBeWrittenTheJobGoesOn() {
        JobHarness job = new JobHarness().running().send(stop(false)).ackAll(1);
        job.send(new Event.SavepointFailed(1, "no space left on device"));
        assertThat(request(job).getState()).isEqualTo("FAILED");
        assertThat(job.requests(WorkerCall.Kind.NOTIFY_CHECKPOINT, NotifyCheckpointRequest.class))
                .hasSize(2)
                .allSatisfy(notify -> {
                    assertThat(notify.getCompleted()).isTrue();
                    assertThat(notify.getGoOn()).isTrue();
                });
        assertThat(job.durable().orders().stop()).isEmpty();
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        job.forget();
        assertThat(job.checkpoint()).isEqualTo(2);
        assertThat(purpose(job)).isEqualTo("CHECKPOINT");
    }

    @Test
    void whenItsCheckpointFailsTheTasksThatHaveStoppedGoOn() {
        JobHarness job = new JobHarness().running().send(stop(false));
        decline(job, 1);
        assertThat(job.notified(false)).containsExactly(1L, 1L);
        assertThat(request(job).getFailure().getCause()).contains("not stopped").contains("no room");
        assertThat(job.durable().orders().stop()).isEmpty();
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aStopSurvivesAFailureOfTheAttemptAndOfTheCoordinator() {
        JobHarness job = new JobHarness().running().send(stop(false)).ackAll(1);
        job.lose("w1").drained();
        job.send(new Event.SavepointWritten(1, "/savepoints/a"));
        assertThat(request(job).getState()).as("that was an attempt before").isEqualTo("OPEN");
        job.tick(10_000).grant().answerManifest(1).come("DEPLOYED").come("RUNNING");
        assertThat(purpose(job)).isEqualTo("STOP");

        JobHarness next = new JobHarness(POLICY, job.durable()).begin().forget();
        next.grant().answerManifest(1).come("DEPLOYED").come("RUNNING");
        assertThat(purpose(next)).isEqualTo("STOP");
        assertThat(request(next).getKind()).isEqualTo("STOP");
    }

    @Test
    void trC11_aStopWithDrainEndsTheSourcesAndTakesTheFinalCheckpointAsTheSavepoint() {
        JobHarness job = new JobHarness().running().send(stop(true));
        assertThat(job.called(WorkerCall.Kind.DRAIN)).containsExactly("w1", "w2");
        job.tick(60_000);
        assertThat(job.triggered()).isZero();
        job.come("ENDED").tick(0);
        assertThat(job.triggered()).isEqualTo(1);
        job.ackAll(1);
        CheckpointManifest manifest = job.all(Effect.WriteManifest.class).get(0).manifest();
        assertThat(manifest.getDrained()).isTrue();
        assertThat(manifest.getOperatorsList())
                .extracting(operator -> operator.getUid())
                .containsExactly("uid-1", "uid-2");
        assertThat(job.called(WorkerCall.Kind.FINISH)).isEmpty();
        job.send(new Event.SavepointWritten(1, "/savepoints/a")).send(new Event.LateKept(1));
        assertThat(job.called(WorkerCall.Kind.FINISH)).containsExactly("w1", "w2");
        job.come("FINISHED");
        assertThat(job.durable().orders().savepoint()).isEqualTo("/savepoints/a");
    }

    @Test
    void allInputEndingMeanwhileDoesNotGetInTheWayOfAStop() {
        JobHarness job = new JobHarness()
                .running()
                .send(stop(false))
                .come("ENDED")
                .tick(0)
                .ackAll(1);
        job.tick(10_000);
        assertThat(job.triggered()).isEqualTo(1);
        job.send(new Event.SavepointWritten(1, "/savepoints/a")).send(new Event.LateKept(1));
        job.come("FINISHED");
        assertThat(job.state()).isEqualTo(JobState.FINISHED);
    }

    @Test
    void aDrainWhoseSavepointCannotBeWrittenNamesTheFinalCheckpointAsAPlaceToStartFrom() {
        JobHarness job =
                new JobHarness().running().send(stop(true)).come("ENDED").ackAll(1);
        job.send(new Event.SavepointFailed(1, "no space left on device"));
        assertThat(request(job).getState()).as("until it has ended").isEqualTo("OPEN");
        job.send(new Event.LateKept(1)).come("FINISHED");
        assertThat(job.state()).isEqualTo(JobState.FINISHED);
        assertThat(request(job).getState()).isEqualTo("FAILED");
        assertThat(request(job).getFailure().getCause()).contains("no space left on device", "has ended");
        assertThat(request(job).getFailure().getHint()).contains("submit --from chk --allow-drained");
        assertThat(job.durable().completed()).as("it is kept").containsExactly(1L);
        assertThat(job.durable().orders().savepoint()).isEmpty();
    }

    @Test
    void aDrainWhoseSavepointFailedAndWhoseAttemptThenFailsTriesTheSavepointAgain() {
        JobHarness job =
                new JobHarness().running().send(stop(true)).come("ENDED").ackAll(1);
        job.send(new Event.SavepointFailed(1, "no space left on device"));
        job.lose("w1").drained().tick(10_000).grant().answerManifest(1).forget();
        job.come("DEPLOYED").come("RUNNING").come("ENDED").ackAll(2);
        assertThat(job.all(Effect.WriteSavepoint.class)).containsExactly(new Effect.WriteSavepoint(2, "/savepoints"));
        job.send(new Event.SavepointWritten(2, "/savepoints/b"))
                .send(new Event.LateKept(2))
                .come("FINISHED");
        assertThat(request(job).getLocation()).isEqualTo("/savepoints/b");
    }

    @Test
    void theLocationOfAStopIsToldOnceTheJobHasEndedWithIt() {
        JobHarness job = new JobHarness().running().send(stop(false)).ackAll(1);
        job.send(new Event.SavepointWritten(1, "/savepoints/a")).send(new Event.LateKept(1));
        assertThat(request(job).getState()).isEqualTo("OPEN");
        job.holdWrites().come("FINISHED");
        assertThat(request(job).getState()).as("the end is not durable").isEqualTo("OPEN");
        job.releaseWrites();
        assertThat(request(job).getState()).isEqualTo("DONE");
        assertThat(request(job).getLocation()).isEqualTo("/savepoints/a");
        assertThat(JobViews.detail(job.master).getSavepoint()).isEqualTo("/savepoints/a");
    }

    private static JobHarness stoppedTwice() {
        JobHarness job = new JobHarness().running().send(stop(false)).ackAll(1);
        job.send(new Event.SavepointWritten(1, "/savepoints/a")).send(new Event.LateKept(1));
        job.lose("w1").drained().tick(10_000).grant().answerManifest(1).forget();
        return job.come("DEPLOYED").come("RUNNING").ackAll(2);
    }

    @Test
    void whenAWorkerIsLostAfterTheSavepointWasWrittenOnlyTheOneOfTheSecondStopIsTold() {
        JobHarness job = stoppedTwice();
        assertThat(request(job).getState()).isEqualTo("OPEN");
        assertThat(JobViews.detail(job.master).getSavepoint()).isEmpty();
        job.send(new Event.SavepointWritten(2, "/savepoints/b"))
                .send(new Event.LateKept(2))
                .come("FINISHED");
        assertThat(request(job).getLocation()).isEqualTo("/savepoints/b");
        assertThat(job.durable().orders().savepoint()).isEqualTo("/savepoints/b");
    }

    @Test
    void whenTheSecondStopFailsTheJobGoesOnAndTheRequestSaysSo() {
        JobHarness job = stoppedTwice();
        job.send(new Event.SavepointFailed(2, "no space left on device"));
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(request(job).getState()).isEqualTo("FAILED");
        assertThat(request(job).getFailure().getCause()).contains("no space left on device", "goes on");
        assertThat(job.durable().orders().savepoint()).isEmpty();
    }

    @Test
    void aCancelAfterTheSavepointWasWrittenIsNoStop() {
        JobHarness job = new JobHarness().running().send(stop(false)).ackAll(1);
        job.send(new Event.SavepointWritten(1, "/savepoints/a")).send(new Event.CancelRequested());
        job.drained();
        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
        assertThat(request(job).getFailure().getCause()).contains("CANCELLED");
        assertThat(job.durable().orders().savepoint()).isEmpty();
    }

    // ------------------------------------------------------------- across the end of a coordinator

    private static JobHarness nextCoordinator(JobHarness job) {
        return new JobHarness(job.master.spec().graph().plan(), POLICY, job.durable()).begin();
    }

    @Test
    void aSavepointThatWasAskedForOfACoordinatorBeforeIsTakenByTheNext() {
        JobHarness job = new JobHarness().running().send(SAVEPOINT).ackAll(1);
        JobHarness next = nextCoordinator(job);
        assertThat(request(next).getState()).isEqualTo("OPEN");
        next.grant().answerManifest(1).come("DEPLOYED").come("RUNNING");
        assertThat(purpose(next)).isEqualTo("SAVEPOINT");
        next.ackAll(2).send(new Event.SavepointWritten(2, "/savepoints/b"));
        assertThat(request(next).getLocation()).isEqualTo("/savepoints/b");
    }

    @Test
    void anAnswerIsFoundByTheNextCoordinatorToo() {
        JobHarness job = new JobHarness().running().send(SAVEPOINT).ackAll(1);
        job.send(new Event.SavepointWritten(1, "/savepoints/a"));
        JobHarness next = nextCoordinator(job).send(SAVEPOINT);
        assertThat(request(next).getState()).isEqualTo("DONE");
        assertThat(request(next).getLocation()).isEqualTo("/savepoints/a");
        next.grant().answerManifest(1).come("DEPLOYED").come("RUNNING");
        assertThat(purpose(next)).as("it is not taken again").isEmpty();
    }

    @Test
    void anAnswerIsNotToldBeforeItIsDurable() {
        JobHarness job = new JobHarness().running().send(SAVEPOINT).ackAll(1).holdWrites();
        job.send(new Event.SavepointWritten(1, "/savepoints/a"));
        assertThat(request(job).getState()).isEqualTo("OPEN");
        assertThat(JobViews.detail(job.master).getRequests(0).getState()).isEqualTo("OPEN");
        job.releaseWrites();
        assertThat(request(job).getState()).isEqualTo("DONE");
        assertThat(JobViews.detail(job.master).getRequests(0).getState()).isEqualTo("DONE");
    }

    @Test
    void whatACancelLeavesUndoneIsAnswered() {
        JobHarness job = new JobHarness().running().send(SAVEPOINT);
        job.send(new Event.CancelRequested()).drained();
        assertThat(job.durable().orders().asked()).allMatch(order -> order.state() == Order.State.FAILED);
    }

    // ------------------------------------------------------------------------------------ rescale

    private static final List<TaskSlot> THREE =
            List.of(new TaskSlot("w1", "w1:1"), new TaskSlot("w2", "w2:1"), new TaskSlot("w1", "w1:1"));

    private static JobHarness scalable() {
        JobPlanProto.Builder plan = Plans.sourceToSink(2).toBuilder().setMaxParallelism(128);
        plan.putConfiguration("parallelism.default", "2");
        return new JobHarness(plan.build(), POLICY, JobFacts.fresh());
    }

    private static Event rescale(int parallelism) {
        return new Event.Asked(Order.rescale("t", parallelism, false), 4);
    }

    @Test
    void aRescaleStopsTheTasksAtACheckpointAndGoesOnFromItAtTheNewParallelism() {
        JobHarness job = scalable().running().send(rescale(3));
        assertThat(purpose(job)).isEqualTo("STOP");
        job.ackAll(1);
        assertThat(job.called(WorkerCall.Kind.CANCEL)).containsExactly("w1", "w2");
        job.drained().tick(0);
        assertThat(job.durable().restarts()).as("it is no failure").isZero();
        assertThat(job.all(Effect.RequestSlots.class)).containsExactly(new Effect.RequestSlots(3));
        job.forget().send(new Event.SlotsGranted(THREE)).answerManifest(1);
        assertThat(job.durable().orders().parallelism()).as("until it runs").isZero();
        assertThat(job.deployments().stream()
                        .mapToInt(DeployRequest::getTasksCount)
                        .sum())
                .isEqualTo(6);
        assertThat(job.deployments())
                .allSatisfy(
                        request -> assertThat(request.getRestoredCheckpointId()).isEqualTo(1));
        assertThat(request(job).getState()).isEqualTo("OPEN");
    }

    @Test
    void trC7_aCoordinatorThatComesAfterwardsKeepsTheNewParallelism() {
        JobHarness job =
                scalable().running().send(rescale(3)).ackAll(1).drained().tick(0);
        JobPlanProto plan = job.master.spec().graph().plan();
        JobHarness next = new JobHarness(plan, POLICY, job.durable()).begin();
        assertThat(next.all(Effect.RequestSlots.class)).containsExactly(new Effect.RequestSlots(3));
        assertThat(next.all(Effect.ReadManifest.class)).containsExactly(new Effect.ReadManifest(1));
    }

    @Test
    void aJobThatWaitsForSlotsIsRescaledAtOnce() {
        JobHarness job =
                scalable().begin().send(new Event.SlotsShort(2, 1)).forget().send(rescale(1));
        assertThat(job.all(Effect.RequestSlots.class)).containsExactly(new Effect.RequestSlots(1));
        job.send(new Event.SlotsGranted(List.of(new TaskSlot("w1", "w1:1"))));
        assertThat(job.deployments().get(0).getTasksCount()).isEqualTo(2);
        for (int vertex = 1; vertex <= 2; vertex++) {
            job.report(vertex, 0, "DEPLOYED");
        }
        for (int vertex = 1; vertex <= 2; vertex++) {
            job.report(vertex, 0, "RUNNING");
        }
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(request(job).getState()).isEqualTo("DONE");
        assertThat(job.durable().orders().parallelism()).isEqualTo(1);
    }

    @Test
    void whenThereAreTooFewSlotsForLessTooTheJobDoesNotGoBackToMore() {
        JobHarness job = scalable().begin().send(new Event.SlotsShort(2, 0)).forget();
        job.send(rescale(1)).send(new Event.SlotsShort(1, 0));
        assertThat(job.all(Effect.RequestSlots.class)).containsExactly(new Effect.RequestSlots(1));
        assertThat(request(job).getState()).isEqualTo("OPEN");
    }

    @Test
    void aRescaleWhoseCheckpointFailsChangesNothing() {
        JobHarness job = scalable().running().send(rescale(3));
        decline(job, 1);
        assertThat(request(job).getFailure().getCause()).contains("not rescaled");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(job.checkpoint()).isEqualTo(2);
    }

    @Test
    void aFailureMeanwhileIsTheRescaleToo() {
        JobHarness job = scalable().running().send(rescale(3));
        job.lose("w1").drained().tick(10_000);
        assertThat(job.all(Effect.RequestSlots.class)).containsExactly(new Effect.RequestSlots(3));
        assertThat(job.durable().restarts()).isEqualTo(1);
    }

    @Test
    void moreThanTheKeyGroupsIsRefusedWithWhatToDo() {
        JobHarness job = scalable().running().send(rescale(129));
        assertThat(request(job).getState()).isEqualTo("FAILED");
        assertThat(request(job).getFailure().getCause()).contains("128 key groups");
        assertThat(request(job).getFailure().getHint()).contains("from 1 to 128");
        assertThat(job.triggered()).isZero();
    }

    @Test
    void theParallelismItHasIsRefused() {
        JobHarness job = scalable().running().send(rescale(2));
        assertThat(request(job).getFailure().getCause()).contains("already");
    }

    @Test
    void aRescaleOfACoordinatorBeforeIsDoneByTheNext() {
        JobHarness next = nextCoordinator(scalable().running().send(rescale(3)));
        next.send(new Event.SlotsGranted(THREE));
        assertThat(next.deployments().stream()
                        .mapToInt(DeployRequest::getTasksCount)
                        .sum())
                .isEqualTo(6);
        assertThat(request(next).getState()).isEqualTo("OPEN");
    }

    @Test
    void aSecondRescaleOfAJobThatWaitsForSlotsTakesThePlaceOfTheFirstWhichIsToldSo() {
        JobHarness job = scalable().begin().send(new Event.SlotsShort(2, 1));
        job.send(new Event.Asked(Order.rescale("first", 4, true), 1)).forget().send(rescale(1));
        Order first = job.master.request("first").orElseThrow();
        assertThat(first.state()).isEqualTo(Order.State.FAILED);
        assertThat(first.failure().getCause()).contains("a rescale to 1 has taken the place");
        assertThat(job.all(Effect.RequestSlots.class)).containsExactly(new Effect.RequestSlots(1));
    }

    @Test
    void aSecondRescaleOfAJobThatIsBeingRescaledIsRefused() {
        JobHarness job =
                scalable().running().send(rescale(3)).ackAll(1).drained().tick(0);
        job.send(new Event.SlotsGranted(THREE)).answerManifest(1);
        assertThat(job.state()).isEqualTo(JobState.DEPLOYING);
        job.send(new Event.Asked(Order.rescale("second", 1, false), 4));
        assertThat(job.master.request("second").orElseThrow().failure().getCause())
                .contains("being rescaled already");
        assertThat(request(job).getState()).isEqualTo("OPEN");
    }

    @Test
    void aRescaleBeyondTheSlotsThatAreThereIsRefusedAndTheJobGoesOn() {
        JobHarness job = scalable().running().send(rescale(5));
        assertThat(request(job).getState()).isEqualTo("FAILED");
        assertThat(request(job).getFailure().getCause()).contains("needs 5 slots, and 4 are there");
        assertThat(request(job).getFailure().getHint()).contains("--wait");
        assertThat(job.triggered()).isZero();
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aRescaleThatMayWaitIsNotRefusedForWantOfSlots() {
        JobHarness job = scalable().running().send(new Event.Asked(Order.rescale("t", 5, true), 4));
        job.ackAll(1).drained().tick(0).send(new Event.SlotsShort(5, 4));
        assertThat(request(job).getState()).isEqualTo("OPEN");
        assertThat(JobViews.summary(job.master).getDetail()).isEqualTo("need 5 slots, have 4");
    }

    @Test
    void whenSlotsAreLostInTheMiddleOfARescaleTheJobGoesOnAsItWas() {
        JobHarness job = scalable()
                .running()
                .send(rescale(3))
                .ackAll(1)
                .drained()
                .tick(0)
                .forget();
        job.send(new Event.SlotsShort(3, 2));
        assertThat(request(job).getState()).isEqualTo("FAILED");
        assertThat(request(job).getFailure().getCause()).contains("need 3 slots, have 2");
        assertThat(job.all(Effect.RequestSlots.class)).containsExactly(new Effect.RequestSlots(2));
        job.grant().answerManifest(1).come("DEPLOYED").come("RUNNING");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(job.durable().orders().parallelism()).isZero();
    }

    @Test
    void whenAWorkerIsLostBeforeTheJobRunsAtTheNewParallelismItGoesOnAsItWas() {
        JobHarness job =
                scalable().running().send(rescale(3)).ackAll(1).drained().tick(0);
        job.send(new Event.SlotsGranted(THREE)).answerManifest(1);
        assertThat(job.state()).isEqualTo(JobState.DEPLOYING);
        job.lose("w1").lose("w2").tick(10_000).forget();
        job.send(new Event.SlotsShort(3, 2));
        assertThat(request(job).getState()).isEqualTo("FAILED");
        assertThat(request(job).getFailure().getCause()).contains("need 3 slots, have 2");
        assertThat(job.all(Effect.RequestSlots.class)).containsExactly(new Effect.RequestSlots(2));
        job.answerManifest(1).grant().come("DEPLOYED").come("RUNNING");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(job.durable().orders().parallelism()).isZero();
    }

    @Test
    void aCancelWhileTheCheckpointOfARescaleIsRecordedIsACancel() {
        JobHarness job = scalable().running().send(rescale(3)).holdWrites().ackAll(1);
        job.send(new Event.ManifestWritten(1, "chk")).send(new Event.CancelRequested());
        job.releaseWrites();
        assertThat(job.state()).isEqualTo(JobState.CANCELLING);
        job.drained();
        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
        assertThat(request(job).getFailure().getCause()).contains("CANCELLED");
    }

    @Test
    void aCancelWhileTheCheckpointOfAStopIsRecordedWritesNoSavepoint() {
        JobHarness job =
                new JobHarness().running().send(stop(false)).holdWrites().ackAll(1);
        job.send(new Event.ManifestWritten(1, "chk")).send(new Event.CancelRequested());
        job.releaseWrites();
        assertThat(job.all(Effect.WriteSavepoint.class)).isEmpty();
        job.drained();
        assertThat(job.state()).isEqualTo(JobState.CANCELLED);
    }

    // ------------------------------------------------------------------------------------ origin

    @Test
    void trC7_aJobFromASavepointNeverStartsEmptyAndThenFromItsOwnCheckpoints() {
        JobFacts facts = JobFacts.fresh().with(JobOrders.startFrom(Origin.savepoint("/savepoints/a")));
        JobHarness job = new JobHarness(POLICY, facts).begin().grant();
        assertThat(job.all(Effect.ReadSavepoint.class)).containsExactly(new Effect.ReadSavepoint("/savepoints/a"));
        assertThat(job.deployments()).isEmpty();
        job.send(new Event.ManifestUnreadable(0, false, "stale file handle"));
        job.tick(1_000).send(new Event.SavepointRead(JobHarness.manifest(77)));
        assertThat(job.deployments()).allSatisfy(request -> {
            assertThat(request.getRestoredFrom()).isEqualTo("/savepoints/a");
            assertThat(request.getTasksList())
                    .allSatisfy(task -> assertThat(task.getRestoreCount()).isEqualTo(1));
        });
        job.lose("w1").drained().tick(10_000).forget();
        job.grant().send(new Event.SavepointRead(JobHarness.manifest(77)));
        assertThat(job.deployments())
                .allSatisfy(request -> assertThat(request.getRestoredFrom()).isEqualTo("/savepoints/a"));
        job.come("DEPLOYED").come("RUNNING");
        long own = job.checkpoint();
        job.lose("w1").drained().tick(20_000).forget();
        job.grant().answerManifest(own);
        assertThat(job.deployments()).allSatisfy(request -> {
            assertThat(request.getRestoredFrom()).isEmpty();
            assertThat(request.getRestoredCheckpointId()).isEqualTo(own);
        });
    }

    @Test
    void aSavepointThatIsDamagedByThenFailsTheJob() {
        JobFacts facts = JobFacts.fresh().with(JobOrders.startFrom(Origin.savepoint("/savepoints/a")));
        JobHarness job = new JobHarness(POLICY, facts).begin();
        job.send(new Event.ManifestUnreadable(0, true, "its manifest is gone"));
        assertThat(job.state()).isEqualTo(JobState.FAILED);
        assertThat(job.durable().failureIfAny())
                .hasValueSatisfying(why -> assertThat(why.getCause()).contains("/savepoints/a"));
    }
}
