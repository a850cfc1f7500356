package io.tidemark.worker;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import io.tidemark.network.proto.Ack;
import io.tidemark.network.proto.AckCheckpointRequest;
import io.tidemark.network.proto.CoordinatorServiceGrpc;
import io.tidemark.network.proto.DeclineCheckpointRequest;
import io.tidemark.network.proto.FetchJarRequest;
import io.tidemark.network.proto.HeartbeatReply;
import io.tidemark.network.proto.HeartbeatRequest;
import io.tidemark.network.proto.JarChunk;
import io.tidemark.network.proto.RegisterWorkerReply;
import io.tidemark.network.proto.RegisterWorkerRequest;
import io.tidemark.network.proto.ReportTasksRequest;
import io.tidemark.network.proto.RunningJob;
import io.tidemark.network.proto.TaskReport;
import io.tidemark.network.proto.WorkerServiceGrpc;
import io.tidemark.network.proto.WorkerServiceGrpc.WorkerServiceBlockingStub;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.RpcChannels;
import io.tidemark.network.rpc.RpcServer;
import io.tidemark.network.rpc.Security;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A coordinator that notes what workers say and otherwise does what the test says. */
final class FakeCoordinator extends CoordinatorServiceGrpc.CoordinatorServiceImplBase implements AutoCloseable {
    final Map<String, RegisterWorkerRequest> workers = new ConcurrentHashMap<>();
    final List<TaskReport> reports = new CopyOnWriteArrayList<>();
    final List<AckCheckpointRequest> acks = new CopyOnWriteArrayList<>();
    final List<DeclineCheckpointRequest> declines = new CopyOnWriteArrayList<>();
    final Map<String, HeartbeatRequest> heartbeats = new ConcurrentHashMap<>();
    /** Of other jobs no jar ever comes. */
    final Map<String, byte[]> jars = new ConcurrentHashMap<>();

    volatile long epoch = 1;
    volatile List<RunningJob> toCancel = List.of();
    private final RpcServer server;
    private final Map<String, ManagedChannel> channels = new ConcurrentHashMap<>();

    FakeCoordinator(int port) {
        server = RpcServer.start("127.0.0.1", port, Security.LOOPBACK_ONLY, this);
    }

    String address() {
        return new HostPort("127.0.0.1", port()).toString();
    }

    int port() {
        return server.address().getPort();
    }

    /** Calls to a worker that has registered. */
    WorkerServiceBlockingStub worker(String id) {
        ManagedChannel channel = channels.computeIfAbsent(
                id, missing -> RpcChannels.connect(workers.get(id).getGrpcAddress(), Security.LOOPBACK_ONLY));
        return WorkerServiceGrpc.newBlockingStub(channel);
    }

    /** The states that a task of the job was reported in, in order, such as {@code 1-0 RUNNING}. */
    List<String> states() {
        return reports.stream()
                .map(report ->
                        report.getTask().getVertex() + "-" + report.getTask().getSubtask() + " " + report.getState())
                .toList();
    }

    /** As {@link #states()}, of one attempt. */
    List<String> states(int attempt) {
        return reports.stream()
                .filter(report -> report.getTask().getAttempt() == attempt)
                .map(report ->
                        report.getTask().getVertex() + "-" + report.getTask().getSubtask() + " " + report.getState())
                .toList();
    }

    private static <T> void reply(StreamObserver<T> observer, T reply) {
        observer.onNext(reply);
        observer.onCompleted();
    }

    @Override
    public void registerWorker(RegisterWorkerRequest request, StreamObserver<RegisterWorkerReply> observer) {
        workers.put(request.getWorkerId(), request);
        reply(
                observer,
                RegisterWorkerReply.newBuilder()
                        .setEpoch(epoch)
                        .setHeartbeatIntervalMs(20)
                        .setHeartbeatTimeoutMs(2000)
                        .setRegistration(1)
                        .build());
    }

    @Override
    public void heartbeat(HeartbeatRequest request, StreamObserver<HeartbeatReply> observer) {
        heartbeats.put(request.getWorkerId(), request);
        reply(
                observer,
                HeartbeatReply.newBuilder()
                        .setKnown(workers.containsKey(request.getWorkerId()))
                        .setEpoch(epoch)
                        .addAllCancel(toCancel)
                        .build());
    }

    @Override
    public void reportTasks(ReportTasksRequest request, StreamObserver<Ack> observer) {
        reports.addAll(request.getTasksList());
        reply(observer, Ack.getDefaultInstance());
    }

    @Override
    public void ackCheckpoint(AckCheckpointRequest request, StreamObserver<Ack> observer) {
        acks.add(request);
        reply(observer, Ack.getDefaultInstance());
    }

    @Override
    public void declineCheckpoint(DeclineCheckpointRequest request, StreamObserver<Ack> observer) {
        declines.add(request);
        reply(observer, Ack.getDefaultInstance());
    }

    @Override
    public void fetchJar(FetchJarRequest request, StreamObserver<JarChunk> observer) {
        byte[] jar = jars.get(request.getJobId());
        if (jar == null) {
            // Never answered.
            return;
        }
        int half = jar.length / 2;
        observer.onNext(
                JarChunk.newBuilder().setData(ByteString.copyFrom(jar, 0, half)).build());
        observer.onNext(JarChunk.newBuilder()
                .setData(ByteString.copyFrom(jar, half, jar.length - half))
                .build());
        observer.onCompleted();
    }

    @Override
    public void close() {
        channels.values().forEach(ManagedChannel::shutdownNow);
        server.close();
    }
}
