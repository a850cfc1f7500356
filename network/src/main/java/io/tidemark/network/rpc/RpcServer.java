package io.tidemark.network.rpc;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** A gRPC server. Thread-safe. */
public final class RpcServer implements AutoCloseable {
    private static final long CLOSE_GRACE_MS = 500;

    private final Server server;

    private RpcServer(Server server) {
        this.server = server;
    }

    /**
     * Listens.
     *
     * @param port 0 lets the system choose
     * @throws NetworkSetupException when the port is taken, the address is none of ours, or a secret is needed
     */
    public static RpcServer start(String host, int port, Security security, BindableService... services) {
        security.checkBind(host);
        HostPort at = new HostPort(host, port);
        NettyServerBuilder builder = NettyServerBuilder.forAddress(at.resolve())
                .maxInboundMessageSize(RpcLimits.MAX_MESSAGE_BYTES)
                .maxInboundMetadataSize(RpcLimits.MAX_METADATA_BYTES)
                .keepAliveTime(RpcLimits.KEEP_ALIVE_MS, TimeUnit.MILLISECONDS)
                .keepAliveTimeout(RpcLimits.KEEP_ALIVE_TIMEOUT_MS, TimeUnit.MILLISECONDS)
                .permitKeepAliveTime(RpcLimits.PERMITTED_KEEP_ALIVE_MS, TimeUnit.MILLISECONDS)
                .permitKeepAliveWithoutCalls(true);
        if (security.hasSecret()) {
            builder.intercept(new SecretServerInterceptor(new SecretToken(security.sharedSecret())));
        }
        for (BindableService service : services) {
            builder.addService(service);
        }
        try {
            return new RpcServer(builder.build().start());
        } catch (IOException e) {
            throw NetworkSetupException.cannotListen(at, e);
        }
    }

    /** Where it listens, with the port that was chosen. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.getListenSockets().get(0);
    }

    /** Lets calls end for a moment, then ends them. */
    @Override
    public void close() {
        server.shutdown();
        try {
            if (!server.awaitTermination(CLOSE_GRACE_MS, TimeUnit.MILLISECONDS)) {
                server.shutdownNow();
                server.awaitTermination(CLOSE_GRACE_MS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            server.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
