package io.tidemark.deploy.client;

import com.google.protobuf.UnsafeByteOperations;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.tidemark.deploy.error.UserError;
import io.tidemark.network.proto.JobServiceGrpc;
import io.tidemark.network.proto.SubmitHeader;
import io.tidemark.network.proto.SubmitJobReply;
import io.tidemark.network.proto.SubmitJobRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.LongConsumer;

/**
 * Streams a jar up in chunks, no faster than the other side takes them. The jar is read by the gRPC thread that says
 * there is room.
 */
final class JarUpload implements ClientResponseObserver<SubmitJobRequest, SubmitJobReply> {
    static final int CHUNK_BYTES = 256 * 1024;

    private final SubmitHeader header;
    private final InputStream jar;
    private final LongConsumer sentBytes;
    private final CompletableFuture<SubmitJobReply> reply = new CompletableFuture<>();
    private ClientCallStreamObserver<SubmitJobRequest> requests;
    private boolean headerSent;
    private boolean completed;
    private long sent;

    private JarUpload(SubmitHeader header, InputStream jar, LongConsumer sentBytes) {
        this.header = header;
        this.jar = jar;
        this.sentBytes = sentBytes;
    }

    /** @throws StatusRuntimeException when the coordinator refuses the job or is lost */
    static SubmitJobReply send(
            JobServiceGrpc.JobServiceStub stub, SubmitHeader header, Path file, LongConsumer sentBytes) {
        try (InputStream jar = Files.newInputStream(file)) {
            JarUpload upload = new JarUpload(header, jar, sentBytes);
            stub.submitJob(upload);
            return upload.reply.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof StatusRuntimeException failure) {
                throw failure;
            }
            throw UserError.failed(file + " cannot be sent: " + e.getCause().getMessage(), "Try again.", e.getCause());
        } catch (IOException e) {
            throw UserError.usage(file + " cannot be read: " + e.getMessage(), "Name a jar that may be read.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw UserError.failed("the submission was interrupted", "See whether the job is there: tidemark jobs");
        }
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<SubmitJobRequest> stream) {
        requests = stream;
        stream.setOnReadyHandler(this::sendWhatFits);
    }

    private void sendWhatFits() {
        try {
            while (requests.isReady() && !completed) {
                sendNext();
            }
        } catch (IOException e) {
            completed = true;
            reply.completeExceptionally(e);
            requests.cancel("the jar cannot be read", e);
        }
    }

    private void sendNext() throws IOException {
        if (!headerSent) {
            headerSent = true;
            requests.onNext(SubmitJobRequest.newBuilder().setHeader(header).build());
            return;
        }
        byte[] chunk = jar.readNBytes(CHUNK_BYTES);
        if (chunk.length == 0) {
            completed = true;
            requests.onCompleted();
            return;
        }
        requests.onNext(SubmitJobRequest.newBuilder()
                .setJarChunk(UnsafeByteOperations.unsafeWrap(chunk))
                .build());
        sent += chunk.length;
        sentBytes.accept(sent);
    }

    @Override
    public void onNext(SubmitJobReply value) {
        reply.complete(value);
    }

    @Override
    public void onError(Throwable failure) {
        completed = true;
        reply.completeExceptionally(
                Status.fromThrowable(failure).asRuntimeException(Status.trailersFromThrowable(failure)));
    }

    @Override
    public void onCompleted() {
        reply.completeExceptionally(Status.INTERNAL
                .withDescription("the submission ended without an answer")
                .asRuntimeException());
    }
}
