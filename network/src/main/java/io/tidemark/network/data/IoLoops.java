package io.tidemark.network.data;

import io.netty.channel.Channel;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.concurrent.TimeUnit;

/** The event loops of one end of the data plane, with native epoll where it loads. */
final class IoLoops implements AutoCloseable {
    private static final long CLOSE_TIMEOUT_MS = 2_000;

    private final EventLoopGroup group;
    private final ChannelGroup sockets = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);
    private final boolean epoll;

    IoLoops(String name, int threads) {
        epoll = Epoll.isAvailable();
        group = new MultiThreadIoEventLoopGroup(
                threads,
                new DefaultThreadFactory(name, true),
                epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    }

    EventLoopGroup group() {
        return group;
    }

    Class<? extends ServerSocketChannel> serverChannel() {
        return epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    Class<? extends SocketChannel> channel() {
        return epoll ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    /** By any thread: this socket is to be closed with the loops, or at once when they are closed already. */
    void add(Channel socket) {
        sockets.add(socket);
    }

    /**
     * Closes every socket, then ends the loops. In this order: a loop that is told to end without a quiet period may do so
     * before it has closed what it served, and peers would wait for signs of life.
     */
    @Override
    public void close() {
        sockets.close().awaitUninterruptibly(CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
        group.shutdownGracefully(0, CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(CLOSE_TIMEOUT_MS, TimeUnit.MILLISECONDS);
    }
}
