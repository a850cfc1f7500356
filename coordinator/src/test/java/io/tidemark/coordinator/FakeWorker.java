package io.tidemark.coordinator;

import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.network.proto.Ack;
import io.tidemark.network.proto.AckCheckpointRequest;
import io.tidemark.network.proto.CancelTasksRequest;
import io.tidemark.network.proto.CoordinatorServiceGrpc;
import io.tidemark.network.proto.CoordinatorServiceGrpc.CoordinatorServiceBlockingStub;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.ExplainRequest;
import io.tidemark.network.proto.FinishRequest;
import io.tidemark.network.proto.HeartbeatReply;
import io.tidemark.network.proto.HeartbeatRequest;
import io.tidemark.network.proto.LateRecordsReply;
import io.tidemark.network.proto.NotifyCheckpointRequest;
import io.tidemark.network.proto.OperatorLate;
import io.tidemark.network.proto.OperatorWatermark;
import io.tidemark.network.proto.RegisterWorkerReply;
import io.tidemark.network.proto.RegisterWorkerRequest;
import io.tidemark.network.proto.ReportTasksRequest;
import io.tidemark.network.proto.StartRequest;
import io.tidemark.network.proto.TaskDescriptor;
import io.tidemark.network.proto.TaskId;
import io.tidemark.network.proto.TaskReport;
import io.tidemark.network.proto.TriggerCheckpointRequest;
import io.tidemark.network.proto.WatermarksReply;
import io.tidemark.network.proto.WorkerServiceGrpc;
import io.tidemark.network.rpc.RpcChannels;
import io.tidemark.network.rpc.RpcServer;
import io.tidemark.network.rpc.Security;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A worker that says yes to everything over real gRPC, and whose tasks do nothing. */
final class FakeWorker extends WorkerServiceGrpc.WorkerServiceImplBase implements AutoCloseable {
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final RpcServer server;
    private final ManagedChannel channel;
    private final CoordinatorServiceBlockingStub coordinator;
    private final String workerId;

    final List<DeployRequest> deployments = new CopyOnWriteArrayList<>();
    final List<Long> completed = new CopyOnWriteArrayList<>();
    private volatile RegisterWorkerReply registration = RegisterWorkerReply.getDefaultInstance();
    private volatile DeployRequest current;

    FakeWorker(String workerId, String coordinatorAddress) {
        this.workerId = workerId;
        server = RpcServer.start("127.0.0.1", 0, Security.LOOPBACK_ONLY, this);
        channel = RpcChannels.connect(coordinatorAddress, Security.LOOPBACK_ONLY);
        coordinator = CoordinatorServiceGrpc.newBlockingStub(channel);
        thread.scheduleWithFixedDelay(this::beat, 0, 50, TimeUnit.MILLISECONDS);
    }

    CoordinatorServiceBlockingStub coordinator() {
        return coordinator;
    }

    private void beat() {
        try {
            HeartbeatReply reply = coordinator
                    .withDeadlineAfter(2, TimeUnit.SECONDS)
                    .heartbeat(HeartbeatRequest.newBuilder()
                            .setWorkerId(workerId)
                            .setEpoch(registration.getEpoch())
                            .setRegistration(registration.getRegistration())
                            .build());
            if (!reply.getKnown()) {
                registration = coordinator
                        .withDeadlineAfter(2, TimeUnit.SECONDS)
                        .registerWorker(RegisterWorkerRequest.newBuilder()
                                .setWorkerId(workerId)
                                .setGrpcAddress("127.0.0.1:" + server.address().getPort())
                                .setDataAddress("127.0.0.1:1")
                                .setSlots(1)
                                .build());
            }
        } catch (RuntimeException e) {
            // The coordinator is away; the next beat tries again.
        }
    }

    /** All tasks of the newest deployment report a state. */
    void report(String state) {
        ReportTasksRequest.Builder request =
                ReportTasksRequest.newBuilder().setWorkerId(workerId).setEpoch(current.getEpoch());
        current.getTasksList()
                .forEach(task -> request.addTasks(TaskReport.newBuilder()
                        .setTask(task.getTask())
                        .setState(state)
                        .setRestartable(true)));
        coordinator.withDeadlineAfter(5, TimeUnit.SECONDS).reportTasks(request.build());
    }

    private void soon(Runnable action) {
        thread.execute(() -> {
            try {
                action.run();
            } catch (RuntimeException e) {
                // Refused or away; the test sees it by what does not happen.
            }
        });
    }

    private static void ok(StreamObserver<Ack> observer) {
        observer.onNext(Ack.getDefaultInstance());
        observer.onCompleted();
    }

    @Override
    public void deploy(DeployRequest request, StreamObserver<Ack> observer) {
        current = request;
        deployments.add(request);
        soon(() -> report("DEPLOYED"));
        ok(observer);
    }

    @Override
    public void start(StartRequest request, StreamObserver<Ack> observer) {
        soon(() -> report("RUNNING"));
        ok(observer);
    }

    @Override
    public void triggerCheckpoint(TriggerCheckpointRequest request, StreamObserver<Ack> observer) {
        soon(() -> current.getTasksList().forEach(task -> ack(task, request.getCheckpointId())));
        ok(observer);
    }

    private void ack(TaskDescriptor task, long checkpointId) {
        TaskId id = task.getTask();
        TaskSnapshot snapshot = TaskSnapshot.newBuilder()
                .setVertex(id.getVertex())
                .setSubtask(id.getSubtask())
                .setParallelism(task.getParallelism())
                .addOperators(OperatorSnapshot.newBuilder()
                        .setUid("uid-" + id.getVertex())
                        .putCounters("late.dropped", 4)
                        .putCounters("malformed lines dropped", 1))
                .build();
        coordinator
                .withDeadlineAfter(5, TimeUnit.SECONDS)
                .ackCheckpoint(AckCheckpointRequest.newBuilder()
                        .setWorkerId(workerId)
                        .setEpoch(current.getEpoch())
                        .setTask(id)
                        .setCheckpointId(checkpointId)
                        .setTaskSnapshot(snapshot.toByteString())
                        .build());
    }

    @Override
    public void notifyCheckpoint(NotifyCheckpointRequest request, StreamObserver<Ack> observer) {
        if (request.getCompleted()) {
            completed.add(request.getCheckpointId());
        }
        ok(observer);
    }

    @Override
    public void cancel(CancelTasksRequest request, StreamObserver<Ack> observer) {
        soon(() -> report("CANCELLED"));
        ok(observer);
    }

    @Override
    public void finish(FinishRequest request, StreamObserver<Ack> observer) {
        soon(() -> report("FINISHED"));
        ok(observer);
    }

    @Override
    public void explainWatermarks(ExplainRequest request, StreamObserver<WatermarksReply> observer) {
        observer.onNext(WatermarksReply.newBuilder()
                .setJobId(request.getJobId())
                .addOperators(OperatorWatermark.newBuilder().setNode(2).setName("sink"))
                .addOperators(OperatorWatermark.newBuilder().setNode(1).setName("source"))
                .addExplanations("one task was busy")
                .build());
        observer.onCompleted();
    }

    @Override
    public void explainLate(ExplainRequest request, StreamObserver<LateRecordsReply> observer) {
        observer.onNext(LateRecordsReply.newBuilder()
                .setJobId(request.getJobId())
                .addOperators(
                        OperatorLate.newBuilder().setNode(2).setName("sink").setDropped(15))
                .build());
        observer.onCompleted();
    }

    @Override
    public void close() {
        thread.shutdownNow();
        channel.shutdownNow();
        server.close();
    }
}
