package io.tidemark.coordinator.rpc;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.tidemark.coordinator.submission.Submissions;
import io.tidemark.network.proto.SubmitHeader;
import io.tidemark.network.proto.SubmitJobReply;
import io.tidemark.network.proto.SubmitJobRequest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A jar that is coming in, chunk by chunk; its size and checksum are checked before anybody looks into it. */
final class JarUpload implements StreamObserver<SubmitJobRequest> {
    private final Path directory;
    private final long maxBytes;
    private final Submissions submissions;
    private final StreamObserver<SubmitJobReply> observer;
    private final MessageDigest digest;

    private SubmitHeader header;
    private Path file;
    private OutputStream out;
    private long bytes;
    private boolean over;

    JarUpload(Path directory, long maxBytes, Submissions submissions, StreamObserver<SubmitJobReply> observer) {
        this.directory = directory;
        this.maxBytes = maxBytes;
        this.submissions = submissions;
        this.observer = observer;
        try {
            this.digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    @Override
    public void onNext(SubmitJobRequest part) {
        if (over) {
            return;
        }
        try {
            switch (part.getPartCase()) {
                case HEADER -> begin(part.getHeader());
                case JAR_CHUNK -> take(part.getJarChunk());
                case PART_NOT_SET -> throw wrong("a part of the submission is empty");
            }
        } catch (StatusRuntimeException e) {
            refuse(e);
        } catch (IOException e) {
            refuse(Replies.toStatus(e));
        }
    }

    private void begin(SubmitHeader first) throws IOException {
        if (header != null) {
            throw wrong("the submission has two headers");
        }
        if (first.getJarBytes() > maxBytes) {
            throw tooLarge(first.getJarName(), first.getJarBytes());
        }
        header = first;
        file = Files.createTempFile(directory, "upload-", ".jar");
        out = Files.newOutputStream(file);
    }

    private void take(ByteString chunk) throws IOException {
        if (header == null) {
            throw wrong("the submission does not start with its header");
        }
        bytes += chunk.size();
        if (bytes > maxBytes) {
            throw tooLarge(header.getJarName(), bytes);
        }
        chunk.writeTo(out);
        digest.update(chunk.asReadOnlyByteBuffer());
    }

    @Override
    public void onCompleted() {
        if (over) {
            return;
        }
        over = true;
        if (header == null) {
            observer.onError(wrong("the submission has no header"));
            return;
        }
        try {
            out.close();
        } catch (IOException e) {
            refuse(Replies.toStatus(e));
            return;
        }
        String sha256 = HexFormat.of().formatHex(digest.digest());
        if (bytes != header.getJarBytes() || !sha256.equals(header.getJarSha256())) {
            refuse(wrong(header.getJarName() + " did not arrive as it was sent: " + bytes + " bytes of "
                    + header.getJarBytes() + ", SHA-256 " + sha256));
            return;
        }
        Replies.send(submissions.submit(header, file, bytes), observer);
    }

    @Override
    public void onError(Throwable failure) {
        over = true;
        discard();
    }

    private void refuse(StatusRuntimeException status) {
        over = true;
        discard();
        observer.onError(status);
    }

    private void discard() {
        try {
            if (out != null) {
                out.close();
            }
            if (file != null) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // The directory is emptied when the coordinator starts.
        }
    }

    private StatusRuntimeException tooLarge(String name, long size) {
        return Replies.refusal(
                Status.Code.INVALID_ARGUMENT,
                name + " has " + megabytes(size) + ", the limit is " + megabytes(maxBytes),
                "Leave out what the job does not need, or raise coordinator.max-jar-size.");
    }

    private static String megabytes(long size) {
        return size >= 1 << 20 ? (size >> 20) + " MiB" : size + " bytes";
    }

    private static StatusRuntimeException wrong(String cause) {
        return Replies.refusal(
                Status.Code.INVALID_ARGUMENT, cause, "Submit it again, with tidemark submit of this version.");
    }
}
