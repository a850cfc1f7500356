package io.tidemark.network.rpc;

import io.grpc.BindableService;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.tidemark.network.rpc.NetworkSetupException.Problem;
import java.io.IOException;
import java.net.BindException;
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
            throw cannotListen(at, e);
        }
    }

    /** Why listening failed, with what to do about it; for whoever else listens, too. */
    public static NetworkSetupException cannotListen(HostPort at, Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            String message = String.valueOf(t.getMessage());
            if (message.contains("Address already in use")) {
                return new NetworkSetupException(
                        Problem.PORT_TAKEN,
                        "port " + at.port() + " on " + at.host() + " is taken by another process",
                        "stop that process, or choose another port (0 takes a free one)",
                        failure);
            }
            if (t instanceof BindException || message.contains("Cannot assign requested address")) {
                return new NetworkSetupException(
                        Problem.BAD_ADDRESS,
                        "cannot listen on " + at + ": " + message,
                        "use an address of this machine, and a port that this user may use",
                        failure);
            }
        }
        return new NetworkSetupException(
                Problem.CANNOT_LISTEN,
                "cannot listen on " + at + ": " + failure.getMessage(),
                "check the address and the machine's network",
                failure);
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
