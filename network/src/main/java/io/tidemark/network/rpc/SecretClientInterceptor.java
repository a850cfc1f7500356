package io.tidemark.network.rpc;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;

/** Puts the token of the secret on every call. */
final class SecretClientInterceptor implements ClientInterceptor {
    private final SecretToken token;

    SecretClientInterceptor(SecretToken token) {
        this.token = token;
    }

    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
        return new ForwardingClientCall.SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(Listener<A> listener, Metadata headers) {
                headers.put(SecretToken.HEADER, token.token());
                super.start(listener, headers);
            }
        };
    }
}
