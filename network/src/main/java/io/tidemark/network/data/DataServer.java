package io.tidemark.network.data;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.channel.InputChannel;
import io.tidemark.network.data.DataPlaneException.Reason;
import io.tidemark.network.rpc.HostPort;
import io.tidemark.network.rpc.NetworkSetupException;
import io.tidemark.network.rpc.RpcServer;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where a worker takes in records from others: one listening socket, on which each other worker has one connection.
 *
 * <p>Thread-safe; each channel it gives out belongs to its task's thread.
 */
public final class DataServer implements AutoCloseable {
    private final DataServerConfig config;
    private final IoLoops loops;
    private final SecureRandom random = new SecureRandom();
    private final SecretProof secret;
    private final DataCounters counters = new DataCounters();
    private final Map<ChannelId, RemoteInputChannel> channels = new ConcurrentHashMap<>();
    private final Channel listening;

    private DataServer(DataServerConfig config, ByteBufAllocator allocator) {
        this.config = config;
        secret = new SecretProof(config.security());
        loops = new IoLoops("tidemark-data-server", config.limits().ioThreads());
        HostPort at = new HostPort(config.host(), config.port());
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.serverChannel())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.ALLOCATOR, allocator)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel socket) {
                        accept(socket);
                    }
                })
                .bind(at.resolve())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            loops.close();
            throw RpcServer.cannotListen(at, bound.cause());
        }
        listening = bound.channel();
        loops.add(listening);
    }

    /**
     * Listens.
     *
     * @throws NetworkSetupException when the port is taken, the address is none of ours, or a secret is needed
     */
    public static DataServer start(DataServerConfig config) {
        return start(config, PooledByteBufAllocator.DEFAULT);
    }

    static DataServer start(DataServerConfig config, ByteBufAllocator allocator) {
        config.security().checkBind(config.host());
        return new DataServer(config, allocator);
    }

    private void accept(SocketChannel socket) {
        loops.add(socket);
        byte[] nonce = new byte[Frame.NONCE_BYTES];
        random.nextBytes(nonce);
        DataLimits limits = config.limits();
        FrameDecoder decoder = new FrameDecoder(limits.maxFrameBytes());
        socket.pipeline()
                .addLast(decoder)
                .addLast(new FrameEncoder())
                .addLast(new Heartbeat(limits.heartbeatMs(), limits.silentBeats()))
                .addLast(new ServerConnection(this::find, secret, config.workerId(), nonce, limits, counters, decoder));
    }

    /** Where it listens, with the port that was chosen. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listening.localAddress();
    }

    /** How often what happened on connections and channels. */
    public DataCounters counters() {
        return counters;
    }

    /**
     * Opens the consuming end of a channel, for a producer of the same epoch; others are refused by name.
     *
     * @param serializer of the records, for the consuming task alone
     * @param creditBuffers how many buffers may be on their way or unread; at least 1
     */
    public InputChannel register(ChannelId id, TypeSerializer<Object> serializer, int creditBuffers) {
        RemoteInputChannel channel =
                new RemoteInputChannel(id, config.epoch().getAsLong(), serializer, creditBuffers, counters);
        if (channels.putIfAbsent(id, channel) != null) {
            throw new IllegalStateException(id + " is registered already");
        }
        return channel;
    }

    /**
     * Forgets all channels of an attempt. What comes for them afterwards is dropped and counted; their tasks still close
     * their ends.
     */
    public void unregister(String jobId, int attempt) {
        channels.values().removeIf(channel -> {
            boolean matches = channel.id().jobId().equals(jobId) && channel.id().attempt() == attempt;
            if (matches) {
                channel.abandon("attempt " + attempt + " was ended here");
            }
            return matches;
        });
    }

    /** By event loops. */
    private RemoteInputChannel find(Frame.Open open) {
        ChannelId id = open.id();
        RemoteInputChannel channel = channels.get(id);
        if (channel == null || channel.isClosed()) {
            throw unknown(id);
        }
        long epoch = config.epoch().getAsLong();
        if (open.epoch() != channel.epoch() || open.epoch() < epoch) {
            throw DataPlaneException.of(
                    Reason.STALE_EPOCH,
                    id,
                    "the producer has epoch " + open.epoch() + ", its consumer " + channel.epoch() + ", worker "
                            + config.workerId() + " knows of " + epoch);
        }
        return channel;
    }

    private DataPlaneException unknown(ChannelId id) {
        return channels.keySet().stream()
                .filter(other -> other.jobId().equals(id.jobId()) && other.attempt() != id.attempt())
                .findFirst()
                .map(other -> DataPlaneException.of(
                        Reason.STALE_ATTEMPT,
                        id,
                        "worker " + config.workerId() + " runs attempt " + other.attempt() + " of the job"))
                .orElseGet(() -> DataPlaneException.of(
                        Reason.UNKNOWN_CHANNEL, id, "no consumer has opened it at worker " + config.workerId()));
    }

    /** Ends every connection. Channels that are still open fail. */
    @Override
    public void close() {
        channels.values().forEach(channel -> channel.abandon("worker " + config.workerId() + " is shutting down"));
        channels.clear();
        loops.close();
    }
}
