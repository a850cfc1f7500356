package io.tidemark.coordinator.rpc;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tidemark.checkpoint.proto.TaskSnapshot;
import io.tidemark.coordinator.job.TaskState;
import io.tidemark.coordinator.loop.CoordinatorLoop;
import io.tidemark.coordinator.store.JobStore;
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
import io.tidemark.network.proto.TaskReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** What workers call. */
public final class WorkerFacingService extends CoordinatorServiceGrpc.CoordinatorServiceImplBase {
    private static final int CHUNK_BYTES = 256 * 1024;

    private static final Set<String> TASK_STATES =
            Arrays.stream(TaskState.values()).map(TaskState::name).collect(Collectors.toUnmodifiableSet());

    private final CoordinatorLoop loop;
    private final JobStore store;

    public WorkerFacingService(CoordinatorLoop loop, JobStore store) {
        this.loop = loop;
        this.store = store;
    }

    @Override
    public void registerWorker(RegisterWorkerRequest request, StreamObserver<RegisterWorkerReply> observer) {
        if (request.getWorkerId().isEmpty() || request.getSlots() < 1) {
            observer.onError(Replies.refusal(
                    Status.Code.INVALID_ARGUMENT,
                    "a worker registers as \"" + request.getWorkerId() + "\" with " + request.getSlots() + " slots",
                    "Give it a name and at least one slot."));
            return;
        }
        Replies.send(loop.ask((master, nowMs) -> master.register(request, nowMs)), observer);
    }

    @Override
    public void heartbeat(HeartbeatRequest request, StreamObserver<HeartbeatReply> observer) {
        Replies.send(loop.ask((master, nowMs) -> master.heartbeat(request, nowMs)), observer);
    }

    @Override
    public void reportTasks(ReportTasksRequest request, StreamObserver<Ack> observer) {
        Optional<TaskReport> unknown = request.getTasksList().stream()
                .filter(report -> !TASK_STATES.contains(report.getState()))
                .findFirst();
        if (unknown.isPresent()) {
            observer.onError(Replies.refusal(
                    Status.Code.INVALID_ARGUMENT,
                    "a task of " + request.getWorkerId() + " is said to be \""
                            + unknown.get().getState() + "\"",
                    "Use the same version of Tidemark for coordinator and workers."));
            return;
        }
        acknowledge(
                loop.ask((master, nowMs) -> master.reportTasks(request, nowMs)),
                "the report of " + request.getWorkerId(),
                observer);
    }

    @Override
    public void ackCheckpoint(AckCheckpointRequest request, StreamObserver<Ack> observer) {
        TaskSnapshot snapshot;
        try {
            snapshot = TaskSnapshot.parseFrom(request.getTaskSnapshot());
        } catch (InvalidProtocolBufferException e) {
            observer.onError(Replies.refusal(
                    Status.Code.INVALID_ARGUMENT,
                    "a task's snapshot of checkpoint " + request.getCheckpointId() + " cannot be read: "
                            + e.getMessage(),
                    "Use the same version of Tidemark for coordinator and workers."));
            return;
        }
        acknowledge(
                loop.ask((master, nowMs) -> master.ackCheckpoint(request, snapshot, nowMs)),
                "the ack of checkpoint " + request.getCheckpointId(),
                observer);
    }

    @Override
    public void declineCheckpoint(DeclineCheckpointRequest request, StreamObserver<Ack> observer) {
        acknowledge(
                loop.ask((master, nowMs) -> master.declineCheckpoint(request, nowMs)),
                "the refusal of checkpoint " + request.getCheckpointId(),
                observer);
    }

    private void acknowledge(CompletableFuture<Boolean> accepted, String what, StreamObserver<Ack> observer) {
        Replies.send(
                accepted.thenApply(current -> {
                    if (!current) {
                        throw Replies.refusal(
                                Status.Code.FAILED_PRECONDITION,
                                what + " is of an attempt that is over",
                                "Nothing needs to be done.");
                    }
                    return Ack.getDefaultInstance();
                }),
                observer);
    }

    @Override
    public void fetchJar(FetchJarRequest request, StreamObserver<JarChunk> observer) {
        CompletableFuture<Optional<String>> sha256 = loop.ask((master, nowMs) ->
                master.job(request.getJobId()).map(job -> job.spec().jarSha256()));
        ServerCallStreamObserver<JarChunk> stream = (ServerCallStreamObserver<JarChunk>) observer;
        JarSender sender = new JarSender(stream);
        stream.setOnReadyHandler(sender::sendWhatFits);
        stream.setOnCancelHandler(sender::close);
        sha256.whenComplete((found, failure) -> {
            if (failure != null) {
                observer.onError(Replies.toStatus(failure));
            } else if (found.isEmpty() || found.get().isEmpty()) {
                observer.onError(Replies.refusal(
                        Status.Code.NOT_FOUND,
                        "there is no jar of job " + request.getJobId(),
                        "The job is over, or was submitted without a jar."));
            } else {
                sender.open(store.jar(found.get()));
            }
        });
    }

    /** Sends a file as fast as the other side takes it. */
    private static final class JarSender {
        private final ServerCallStreamObserver<JarChunk> stream;
        private InputStream in;
        private boolean done;

        JarSender(ServerCallStreamObserver<JarChunk> stream) {
            this.stream = stream;
        }

        synchronized void open(Path jar) {
            try {
                in = Files.newInputStream(jar);
            } catch (IOException e) {
                done = true;
                stream.onError(Replies.toStatus(e));
                return;
            }
            sendWhatFits();
        }

        synchronized void sendWhatFits() {
            if (in == null || done) {
                return;
            }
            try {
                while (stream.isReady()) {
                    byte[] chunk = in.readNBytes(CHUNK_BYTES);
                    if (chunk.length == 0) {
                        done = true;
                        in.close();
                        stream.onCompleted();
                        return;
                    }
                    stream.onNext(JarChunk.newBuilder()
                            .setData(ByteString.copyFrom(chunk))
                            .build());
                }
            } catch (IOException e) {
                done = true;
                stream.onError(Replies.toStatus(e));
            }
        }

        synchronized void close() {
            done = true;
            try {
                if (in != null) {
                    in.close();
                }
            } catch (IOException e) {
                // It was only read.
            }
        }
    }
}
