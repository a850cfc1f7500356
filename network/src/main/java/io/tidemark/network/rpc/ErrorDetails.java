package io.tidemark.network.rpc;

import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.ProtoUtils;
import io.tidemark.network.proto.ErrorDetail;
import java.util.Optional;

/** Carries an {@link ErrorDetail} over gRPC, in the trailers of the refusal. */
public final class ErrorDetails {
    private static final Metadata.Key<ErrorDetail> TRAILER =
            Metadata.Key.of("tidemark-error-bin", ProtoUtils.metadataMarshaller(ErrorDetail.getDefaultInstance()));

    /** Trailers have a size limit on the way; the rest of a stack trace is cut off. */
    private static final int STACK_TRACE_CHARS = 4096;

    private ErrorDetails() {}

    /** What a service answers with; the detail's cause is the status's description too. */
    public static StatusRuntimeException toStatus(Status.Code code, ErrorDetail detail) {
        Metadata trailers = new Metadata();
        trailers.put(TRAILER, shortened(detail));
        return Status.fromCode(code).withDescription(detail.getCause()).asRuntimeException(trailers);
    }

    private static ErrorDetail shortened(ErrorDetail detail) {
        if (detail.getStackTrace().length() <= STACK_TRACE_CHARS) {
            return detail;
        }
        return detail.toBuilder()
                .setStackTrace(detail.getStackTrace().substring(0, STACK_TRACE_CHARS) + "\n\t... (cut off)")
                .build();
    }

    /** The detail of a refusal, if the exception or one of its causes carries one. */
    public static Optional<ErrorDetail> from(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            Metadata trailers = null;
            if (t instanceof StatusRuntimeException status) {
                trailers = status.getTrailers();
            } else if (t instanceof StatusException status) {
                trailers = status.getTrailers();
            }
            if (trailers != null && trailers.containsKey(TRAILER)) {
                return Optional.ofNullable(trailers.get(TRAILER));
            }
        }
        return Optional.empty();
    }
}
