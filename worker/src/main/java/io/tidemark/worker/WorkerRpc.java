package io.tidemark.worker;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.tidemark.network.channel.BarrierPurpose;
import io.tidemark.network.proto.Ack;
import io.tidemark.network.proto.AdviseDelayReply;
import io.tidemark.network.proto.CancelTasksRequest;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.DrainRequest;
import io.tidemark.network.proto.ErrorDetail;
import io.tidemark.network.proto.ExplainRequest;
import io.tidemark.network.proto.FinishRequest;
import io.tidemark.network.proto.LateRecordsReply;
import io.tidemark.network.proto.LiveState;
import io.tidemark.network.proto.NotifyCheckpointRequest;
import io.tidemark.network.proto.ProfileDelaysRequest;
import io.tidemark.network.proto.ReadStateRequest;
import io.tidemark.network.proto.StartRequest;
import io.tidemark.network.proto.TriggerCheckpointRequest;
import io.tidemark.network.proto.UnalignCheckpointRequest;
import io.tidemark.network.proto.WatermarksReply;
import io.tidemark.network.proto.WorkerServiceGrpc;
import io.tidemark.network.rpc.ErrorDetails;
import io.tidemark.worker.job.AttemptId;
import io.tidemark.worker.job.Attempts;
import io.tidemark.worker.job.StaleCallException;
import io.tidemark.worker.task.Task;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the coordinator calls. Turns each call into one of {@link Attempts}; keeps no state. */
final class WorkerRpc extends WorkerServiceGrpc.WorkerServiceImplBase {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerRpc.class);

    private final Attempts attempts;

    WorkerRpc(Attempts attempts) {
        this.attempts = attempts;
    }

    /** The work of a call that has an answer. */
    private interface Call<R> {
        R run() throws InterruptedException;
    }

    private static <R> void answer(StreamObserver<R> observer, Call<R> call) {
        R reply;
        try {
            reply = call.run();
        } catch (StaleCallException e) {
            observer.onError(refusal(Status.Code.FAILED_PRECONDITION, e.getMessage()));
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            observer.onError(refusal(Status.Code.CANCELLED, "the worker is shutting down"));
            return;
        } catch (RuntimeException e) {
            LOG.error("A call of the coordinator failed", e);
            observer.onError(refusal(Status.Code.INTERNAL, e.toString()));
            return;
        }
        observer.onNext(reply);
        observer.onCompleted();
    }

    private static Throwable refusal(Status.Code code, String cause) {
        return ErrorDetails.toStatus(
                code, ErrorDetail.newBuilder().setCause(cause).build());
    }

    private static void acknowledge(StreamObserver<Ack> observer, Runnable work) {
        answer(observer, () -> {
            work.run();
            return Ack.getDefaultInstance();
        });
    }

    @Override
    public void deploy(DeployRequest request, StreamObserver<Ack> observer) {
        acknowledge(observer, () -> attempts.deploy(request));
    }

    @Override
    public void start(StartRequest request, StreamObserver<Ack> observer) {
        acknowledge(
                observer,
                () -> attempts.start(request.getEpoch(), new AttemptId(request.getJobId(), request.getAttempt())));
    }

    @Override
    public void triggerCheckpoint(TriggerCheckpointRequest request, StreamObserver<Ack> observer) {
        acknowledge(
                observer,
                () -> attempts.triggerBarrier(
                        request.getEpoch(),
                        new AttemptId(request.getJobId(), request.getAttempt()),
                        request.getTasksList(),
                        request.getCheckpointId(),
                        request.getTriggeredAtMs(),
                        request.getPurpose().isEmpty()
                                ? BarrierPurpose.CHECKPOINT
                                : BarrierPurpose.valueOf(request.getPurpose())));
    }

    @Override
    public void unalign(UnalignCheckpointRequest request, StreamObserver<Ack> observer) {
        acknowledge(
                observer,
                () -> attempts.unalign(
                        request.getEpoch(),
                        new AttemptId(request.getJobId(), request.getAttempt()),
                        request.getCheckpointId(),
                        request.getOnlyInBursts()));
    }

    @Override
    public void notifyCheckpoint(NotifyCheckpointRequest request, StreamObserver<Ack> observer) {
        acknowledge(
                observer,
                () -> attempts.notifyCheckpoint(
                        request.getEpoch(),
                        new AttemptId(request.getJobId(), request.getAttempt()),
                        request.getCheckpointId(),
                        request.getCompleted(),
                        request.getGoOn()));
    }

    @Override
    public void drain(DrainRequest request, StreamObserver<Ack> observer) {
        acknowledge(
                observer,
                () -> attempts.drain(request.getEpoch(), new AttemptId(request.getJobId(), request.getAttempt())));
    }

    @Override
    public void cancel(CancelTasksRequest request, StreamObserver<Ack> observer) {
        acknowledge(observer, () -> {
            AttemptId id = new AttemptId(request.getJobId(), request.getAttempt());
            LOG.info("Cancelling {}: {}", id, request.getReason());
            attempts.cancel(request.getEpoch(), id);
        });
    }

    @Override
    public void finish(FinishRequest request, StreamObserver<Ack> observer) {
        acknowledge(
                observer,
                () -> attempts.finish(
                        request.getEpoch(),
                        new AttemptId(request.getJobId(), request.getAttempt()),
                        request.getCheckpointId()));
    }

    @Override
    public void explainWatermarks(ExplainRequest request, StreamObserver<WatermarksReply> observer) {
        AttemptId id = new AttemptId(request.getJobId(), request.getAttempt());
        answer(observer, () -> {
            List<Task> tasks = attempts.tasks(request.getEpoch(), id);
            return request.getStandingStillOnly()
                    ? Explanations.standstills(request.getJobId(), tasks)
                    : Explanations.watermarks(request.getJobId(), tasks);
        });
    }

    @Override
    public void explainLate(ExplainRequest request, StreamObserver<LateRecordsReply> observer) {
        AttemptId id = new AttemptId(request.getJobId(), request.getAttempt());
        answer(observer, () -> Explanations.late(request.getJobId(), attempts.tasks(request.getEpoch(), id)));
    }

    @Override
    public void profileDelays(ProfileDelaysRequest request, StreamObserver<AdviseDelayReply> observer) {
        AttemptId id = new AttemptId(request.getJobId(), request.getAttempt());
        answer(observer, () -> Explanations.delays(request.getQuestion(), attempts.tasks(request.getEpoch(), id)));
    }

    @Override
    public void readState(ReadStateRequest request, StreamObserver<LiveState> observer) {
        AttemptId id = new AttemptId(request.getJobId(), request.getAttempt());
        answer(observer, () -> LiveReads.read(request, attempts.tasks(request.getEpoch(), id)));
    }
}
