package io.tidemark.network.rpc;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tidemark.network.proto.ErrorDetail;

/** Refuses calls whose caller does not know the secret. */
final class SecretServerInterceptor implements ServerInterceptor {
    private final SecretToken expected;

    SecretServerInterceptor(SecretToken expected) {
        this.expected = expected;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
        if (expected.matches(headers.get(SecretToken.HEADER))) {
            return next.startCall(call, headers);
        }
        StatusRuntimeException refusal = ErrorDetails.toStatus(
                Status.Code.UNAUTHENTICATED,
                ErrorDetail.newBuilder()
                        .setCause("the caller does not know the shared secret of this cluster")
                        .setHint("set the same security.shared-secret or security.shared-secret-file on both sides")
                        .build());
        call.close(refusal.getStatus(), refusal.getTrailers());
        return new ServerCall.Listener<>() {};
    }
}
