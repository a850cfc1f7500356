package io.tidemark.network.rpc;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.TimeUnit;

/** Opens gRPC channels. Thread-safe. */
public final class RpcChannels {
    private RpcChannels() {}

    /**
     * A channel to {@code host:port}. It connects at the first call, and again after a loss; the caller shuts it down.
     *
     * @throws NetworkSetupException when the address is none, or a secret is needed
     */
    public static ManagedChannel connect(String address, Security security) {
        HostPort to = HostPort.parse(address);
        security.checkConnect(to.host());
        NettyChannelBuilder builder = NettyChannelBuilder.forAddress(to.host(), to.port())
                .usePlaintext()
                .maxInboundMessageSize(RpcLimits.MAX_MESSAGE_BYTES)
                .maxInboundMetadataSize(RpcLimits.MAX_METADATA_BYTES)
                .keepAliveTime(RpcLimits.KEEP_ALIVE_MS, TimeUnit.MILLISECONDS)
                .keepAliveTimeout(RpcLimits.KEEP_ALIVE_TIMEOUT_MS, TimeUnit.MILLISECONDS)
                .keepAliveWithoutCalls(true);
        if (security.hasSecret()) {
            builder.intercept(new SecretClientInterceptor(new SecretToken(security.sharedSecret())));
        }
        return builder.build();
    }

    /**
     * Whether a call failed because nothing listens where it was to go: the machine is there and says so at once, the
     * process is not.
     */
    public static boolean isNobodyThere(Status failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException
                    && String.valueOf(cause.getMessage()).contains("refused")) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a failed call got no answer, so that nobody knows whether it has arrived: the other side is away, ends or is
     * too slow, or the connection broke. To make it again may help.
     *
     * @param failure what the call ended with
     */
    public static boolean isUnanswered(Status failure) {
        return switch (failure.getCode()) {
            case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED -> true;
            // A cause is never sent, so it arose here: a connection that breaks at some moments has no code of its own.
            default -> failure.getCause() instanceof IOException;
        };
    }
}
