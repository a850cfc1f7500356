package io.tidemark.coordinator.job;

import static io.tidemark.coordinator.job.JobHarness.EPOCH;
import static io.tidemark.coordinator.job.JobHarness.POLICY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.coordinator.graph.TaskKey;
import io.tidemark.coordinator.graph.TaskSlot;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.StartRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From the first moment to all tasks running. */
class JobMasterDeploymentTest {

    @Test
    void aNewJobAsksForAsManySlotsAsItsWidestVertexHasSubtasks() {
        JobHarness job = new JobHarness().begin();
        assertThat(job.all(Effect.RequestSlots.class)).containsExactly(new Effect.RequestSlots(2));
        assertThat(job.state()).isEqualTo(JobState.WAITING_FOR_SLOTS);
    }

    @Test
    void withoutEnoughSlotsItSaysWhatItNeedsAndStartsWhenTheyCome() {
        JobHarness job = new JobHarness().begin().send(new Event.SlotsShort(2, 1));
        assertThat(JobViews.summary(job.master).getState()).isEqualTo("WAITING_FOR_SLOTS");
        assertThat(JobViews.summary(job.master).getDetail()).isEqualTo("need 2 slots, have 1");
        assertThat(job.deployments()).isEmpty();
        job.grant();
        assertThat(job.deployments()).hasSize(2);
        assertThat(JobViews.summary(job.master).getDetail()).isEmpty();
    }

    @Test
    void anAttemptIsRecordedBeforeItIsDeployed() {
        JobHarness job = new JobHarness().holdWrites().begin().grant();
        assertThat(job.all(Effect.Persist.class)).hasSize(1);
        assertThat(job.all(Effect.Persist.class).get(0).facts().attempt()).isEqualTo(1);
        assertThat(job.deployments()).isEmpty();
        job.releaseWrites();
        assertThat(job.deployments()).hasSize(2);
        assertThat(job.durable().attempt()).isEqualTo(1);
    }

    @Test
    void aDeploymentSaysWhatItIsOf() {
        JobHarness job = new JobHarness().deployed();
        DeployRequest request = job.deployments().get(0);
        assertThat(request.getEpoch()).isEqualTo(EPOCH);
        assertThat(request.getJobId()).isEqualTo("job");
        assertThat(request.getAttempt()).isEqualTo(1);
        assertThat(request.getJobName()).isEqualTo("test job");
        assertThat(request.getJarSha256()).isEqualTo("jar-sha");
        assertThat(request.getJarBytes()).isEqualTo(9);
        assertThat(request.getCheckpointDirectory()).isEqualTo("/checkpoints");
        assertThat(request.getRestoredCheckpointId()).isZero();
        assertThat(job.called(WorkerCall.Kind.DEPLOY)).containsExactly("w1", "w2");
    }

    @Test
    void tasksAreStartedOnceAllAreDeployed() {
        JobHarness job = new JobHarness().deployed();
        job.report(1, 0, "DEPLOYED").report(2, 1, "DEPLOYED").report(1, 1, "DEPLOYED");
        assertThat(job.calls(WorkerCall.Kind.START)).isEmpty();
        job.report(2, 0, "DEPLOYED");
        assertThat(job.called(WorkerCall.Kind.START)).containsExactly("w1", "w2");
        assertThat(job.requests(WorkerCall.Kind.START, StartRequest.class)
                        .get(0)
                        .getAttempt())
                .isEqualTo(1);
        assertThat(job.state()).isEqualTo(JobState.DEPLOYING);
    }

    @Test
    void theJobRunsOnceAllTasksRun() {
        JobHarness job = new JobHarness().deployed().come("DEPLOYED");
        job.report(1, 0, "RUNNING").report(1, 1, "RUNNING").report(2, 0, "RUNNING");
        assertThat(job.state()).isEqualTo(JobState.DEPLOYING);
        assertThat(JobViews.summary(job.master).getTasksRunning()).isEqualTo(3);
        job.report(2, 1, "RUNNING");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void reportsMayComeTwiceAndOutOfOrder() {
        JobHarness job = new JobHarness().deployed().come("DEPLOYED");
        job.report(1, 0, "ENDED")
                .report(1, 0, "RUNNING")
                .report(1, 0, "DEPLOYED")
                .report(1, 0, "ENDED");
        job.come("RUNNING");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
        assertThat(JobViews.detail(job.master).getVertices(0).getTasks(0).getState())
                .isEqualTo("ENDED");
    }

    @Test
    void reportsOfAnotherEpochAttemptOrWorkerChangeNothing() {
        JobHarness job = new JobHarness().deployed();
        TaskKey task = new TaskKey(1, 0);
        ErrorDetail none = ErrorDetail.getDefaultInstance();
        job.send(new Event.TaskReported("w1", EPOCH - 1, 1, task, TaskState.FAILED, none, Failure.Kind.FATAL));
        job.send(new Event.TaskReported("w1", EPOCH + 1, 1, task, TaskState.FAILED, none, Failure.Kind.FATAL));
        job.send(new Event.TaskReported("w1", EPOCH, 0, task, TaskState.FAILED, none, Failure.Kind.FATAL));
        job.send(new Event.TaskReported("w1", EPOCH, 2, task, TaskState.FAILED, none, Failure.Kind.FATAL));
        assertThat(job.master.refusedCount()).isEqualTo(4);
        job.send(new Event.TaskReported("w2", EPOCH, 1, task, TaskState.FAILED, none, Failure.Kind.FATAL));
        assertThat(job.state()).isEqualTo(JobState.DEPLOYING);
        assertThat(job.master.isCurrent(EPOCH, 1)).isTrue();
        assertThat(job.master.isCurrent(EPOCH - 1, 1)).isFalse();
        assertThat(job.master.isCurrent(EPOCH, 2)).isFalse();
    }

    @Test
    void aWorkerLostBeforeTheDeploymentCostsNoAttempt() {
        JobHarness job = new JobHarness().holdWrites().begin().grant().forget();
        job.lose("w2");
        assertThat(job.all(Effect.RequestSlots.class)).hasSize(1);
        assertThat(job.state()).isEqualTo(JobState.WAITING_FOR_SLOTS);
        job.send(new Event.Persisted(1));
        assertThat(job.deployments()).isEmpty();
        job.send(new Event.SlotsGranted(List.of(new TaskSlot("w1", "w1:1"), new TaskSlot("w3", "w3:1"))));
        assertThat(job.called(WorkerCall.Kind.DEPLOY)).containsExactly("w1", "w3");
        assertThat(job.attempt()).isEqualTo(1);
    }

    @Test
    void aWorkerThatTheJobDoesNotUseMayGo() {
        JobHarness job = new JobHarness().running().lose("w9");
        assertThat(job.state()).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aRefusedDeploymentFailsTheAttempt() {
        JobHarness job = new JobHarness().deployed();
        job.send(new Event.CallRefused("w2", WorkerCall.Kind.DEPLOY, 1, "disk full"));
        assertThat(job.state()).isEqualTo(JobState.RESTARTING);
        assertThat(job.called(WorkerCall.Kind.CANCEL)).containsExactly("w1", "w2");
    }

    @Test
    void aDeploymentThatTakesTooLongFailsTheAttemptAndNamesTheTask() {
        JobHarness job = new JobHarness().deployed().report(1, 0, "DEPLOYED");
        job.tick(POLICY.deployTimeoutMs() - 1);
        assertThat(job.state()).isEqualTo(JobState.DEPLOYING);
        job.tick(1);
        assertThat(job.state()).isEqualTo(JobState.RESTARTING);
        job.drained();
        assertThat(JobViews.detail(job.master).getEventsList())
                .anySatisfy(line -> assertThat(line).contains("source [2/2] on w2 was not DEPLOYED after 60000 ms"));
    }

    @Test
    void metricsOfTheAttemptAreShown() {
        JobHarness job = new JobHarness().running();
        io.tidemark.network.proto.TaskMetrics metrics = io.tidemark.network.proto.TaskMetrics.newBuilder()
                .setAttempt(1)
                .setVertex(2)
                .setSubtask(1)
                .setRecordsIn(5)
                .setRecordsOut(6)
                .build();
        job.send(new Event.Metrics("w2", metrics));
        job.send(new Event.Metrics(
                "w2", metrics.toBuilder().setAttempt(9).setRecordsIn(99).build()));
        assertThat(JobViews.detail(job.master).getVertices(1).getTasks(1).getRecordsIn())
                .isEqualTo(5);
        assertThat(JobViews.detail(job.master).getVertices(1).getTasks(1).getRecordsOut())
                .isEqualTo(6);
    }

    @Test
    void anEndedJobIsNeverRunAgain() {
        JobFacts ended = JobFacts.fresh().ended(JobStatus.FINISHED, null, 5);
        assertThatThrownBy(() -> new JobHarness(POLICY, ended)).isInstanceOf(IllegalArgumentException.class);
    }
}
