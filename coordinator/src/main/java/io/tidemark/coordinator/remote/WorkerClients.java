package io.tidemark.coordinator.remote;

import io.grpc.ManagedChannel;
import io.tidemark.coordinator.cluster.WorkerRegistry.Worker;
import io.tidemark.coordinator.job.WorkerCall;
import io.tidemark.network.proto.Ack;
import io.tidemark.network.proto.AdviseDelayReply;
import io.tidemark.network.proto.CancelTasksRequest;
import io.tidemark.network.proto.DeployRequest;
import io.tidemark.network.proto.DrainRequest;
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
import io.tidemark.network.proto.WorkerServiceGrpc.WorkerServiceStub;
import io.tidemark.network.rpc.RpcChannels;
import io.tidemark.network.rpc.Security;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Calls workers. */
public final class WorkerClients implements AutoCloseable {
    private static final long CALL_TIMEOUT_MS = 5_000;
    /** Longer than a worker waits for its tasks. */
    private static final long EXPLAIN_TIMEOUT_MS = 4_000;

    private final Security security;
    /** By registration, so that a worker that comes back elsewhere has a channel of its own. */
    private final Map<Long, ManagedChannel> channels = new ConcurrentHashMap<>();

    public WorkerClients(Security security) {
        this.security = security;
    }

    /** Makes a call once. */
    public CompletableFuture<Ack> call(Worker worker, WorkerCall call) {
        WorkerServiceStub stub = stub(worker, CALL_TIMEOUT_MS);
        UnaryFuture<Ack> reply = new UnaryFuture<>();
        switch (call.kind()) {
            case DEPLOY -> stub.deploy((DeployRequest) call.request(), reply);
            case START -> stub.start((StartRequest) call.request(), reply);
            case TRIGGER_CHECKPOINT -> stub.triggerCheckpoint((TriggerCheckpointRequest) call.request(), reply);
            case NOTIFY_CHECKPOINT -> stub.notifyCheckpoint((NotifyCheckpointRequest) call.request(), reply);
            case UNALIGN -> stub.unalign((UnalignCheckpointRequest) call.request(), reply);
            case DRAIN -> stub.drain((DrainRequest) call.request(), reply);
            case CANCEL -> stub.cancel((CancelTasksRequest) call.request(), reply);
            case FINISH -> stub.finish((FinishRequest) call.request(), reply);
        }
        return reply;
    }

    public CompletableFuture<WatermarksReply> watermarks(Worker worker, ExplainRequest request) {
        UnaryFuture<WatermarksReply> reply = new UnaryFuture<>();
        stub(worker, EXPLAIN_TIMEOUT_MS).explainWatermarks(request, reply);
        return reply;
    }

    public CompletableFuture<LateRecordsReply> late(Worker worker, ExplainRequest request) {
        UnaryFuture<LateRecordsReply> reply = new UnaryFuture<>();
        stub(worker, EXPLAIN_TIMEOUT_MS).explainLate(request, reply);
        return reply;
    }

    public CompletableFuture<AdviseDelayReply> profileDelays(Worker worker, ProfileDelaysRequest request) {
        UnaryFuture<AdviseDelayReply> reply = new UnaryFuture<>();
        stub(worker, EXPLAIN_TIMEOUT_MS).profileDelays(request, reply);
        return reply;
    }

    public CompletableFuture<LiveState> readState(Worker worker, ReadStateRequest request) {
        UnaryFuture<LiveState> reply = new UnaryFuture<>();
        stub(worker, EXPLAIN_TIMEOUT_MS).readState(request, reply);
        return reply;
    }

    /** The worker is not called any more; calls under way fail. */
    public void forget(Worker worker) {
        ManagedChannel channel = channels.remove(worker.registration());
        if (channel != null) {
            channel.shutdownNow();
        }
    }

    @Override
    public void close() {
        channels.values().forEach(ManagedChannel::shutdownNow);
        channels.clear();
    }

    private WorkerServiceStub stub(Worker worker, long timeoutMs) {
        ManagedChannel channel = channels.computeIfAbsent(
                worker.registration(), registration -> RpcChannels.connect(worker.grpcAddress(), security));
        return WorkerServiceGrpc.newStub(channel).withDeadlineAfter(timeoutMs, TimeUnit.MILLISECONDS);
    }
}
