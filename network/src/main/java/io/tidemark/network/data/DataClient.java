package io.tidemark.network.data;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.flush.FlushConsolidationHandler;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.data.DataPlaneException.Reason;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.NetworkSetupException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where a worker sends records to others from: one connection to each data plane it has channels to, made when the first is
 * opened and made anew for channels that are opened after a loss.
 *
 * <p>Thread-safe; each channel it gives out belongs to its task's thread.
 */
public final class DataClient implements AutoCloseable {
    private final DataClientConfig config;
    private final IoLoops loops;
    private final ByteBufAllocator allocator;
    private final SecureRandom random = new SecureRandom();
    private final SecretProof secret;
    private final DataCounters counters = new DataCounters();
    private final Map<String, ClientConnection> connections = new ConcurrentHashMap<>();
    private final Set<RemoteOutputChannel> channels = ConcurrentHashMap.newKeySet();

    public DataClient(DataClientConfig config) {
        this(config, PooledByteBufAllocator.DEFAULT);
    }

    DataClient(DataClientConfig config, ByteBufAllocator allocator) {
        this.config = config;
        this.allocator = allocator;
        secret = new SecretProof(config.security());
        loops = new IoLoops("tidemark-data-client", config.limits().ioThreads());
    }

    /**
     * Opens the producing end of a channel. It accepts writes at once and has no room until the consumer has given credit;
     * a refusal or a lost connection shows in its {@code failure()}.
     *
     * @param dataAddress {@code host:port} of the consumer's {@link DataServer}
     * @param epoch the leader epoch on whose behalf
     * @param serializer of the records, for the producing task alone
     * @throws NetworkSetupException when the address is none, or a secret is needed to go there
     */
    public RemoteOutputChannel open(String dataAddress, long epoch, ChannelId id, TypeSerializer<Object> serializer) {
        HostPort to = HostPort.parse(dataAddress);
        config.security().checkConnect(to.host());
        ClientConnection connection = connections.compute(
                dataAddress, (key, existing) -> existing == null || existing.isEnded() ? connect(key, to) : existing);
        RemoteOutputChannel channel =
                new RemoteOutputChannel(id, dataAddress, epoch, serializer, config, allocator, connection);
        channels.add(channel);
        connection.open(channel);
        return channel;
    }

    private ClientConnection connect(String address, HostPort to) {
        EventLoop loop = loops.group().next();
        byte[] nonce = new byte[Frame.NONCE_BYTES];
        random.nextBytes(nonce);
        DataLimits limits = config.limits();
        ClientConnection connection =
                new ClientConnection(loop, address, secret, config.workerId(), nonce, limits, counters);
        ChannelFuture connecting = new Bootstrap()
                .group(loop)
                .channel(loops.channel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, limits.connectTimeoutMs())
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel socket) {
                        socket.pipeline()
                                .addLast(new FlushConsolidationHandler(
                                        FlushConsolidationHandler.DEFAULT_EXPLICIT_FLUSH_AFTER_FLUSHES, true))
                                .addLast(new FrameDecoder(limits.maxFrameBytes()))
                                .addLast(new FrameEncoder())
                                .addLast(new Heartbeat(limits.heartbeatMs(), limits.silentBeats()))
                                .addLast(connection);
                    }
                })
                .connect(InetSocketAddress.createUnresolved(to.host(), to.port()));
        loops.add(connecting.channel());
        connecting.addListener(done -> {
            if (!done.isSuccess()) {
                connection.onConnectFailed(done.cause());
            }
        });
        return connection;
    }

    /** How often what happened on connections and channels. */
    public DataCounters counters() {
        return counters;
    }

    /**
     * Ends all channels of an attempt: they have no room any more and send nothing. Their tasks still close their ends. To be
     * called at the end of every attempt; until then its channels are remembered.
     */
    public void close(String jobId, int attempt) {
        DataPlaneException cause = new DataPlaneException(
                Reason.CLOSED, "attempt " + attempt + " was ended on worker " + config.workerId());
        channels.removeIf(channel -> {
            boolean matches = channel.id().jobId().equals(jobId) && channel.id().attempt() == attempt;
            if (matches) {
                channel.abandon(cause);
            }
            return matches;
        });
    }

    /** Ends every connection. Channels that are still open fail, here and at their consumers. */
    @Override
    public void close() {
        loops.close();
    }
}
