package io.tidemark.network.data;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.Future;
import io.tidemark.network.data.DataPlaneException.Reason;
import java.util.concurrent.TimeUnit;

/**
 * Gives signs of life on a connection that is otherwise quiet, and gives the peer up when it has none.
 *
 * <p>Beats are counted, and each is planned after the one before: a process that was paused has missed one beat, whatever
 * the clock says, and hears what came meanwhile before it counts the next.
 */
final class Heartbeat extends ChannelDuplexHandler {
    private final long intervalMs;
    private final int silentBeats;

    private boolean heard;
    private boolean spoke;
    private int silent;
    private Future<?> beats;

    Heartbeat(long intervalMs, int silentBeats) {
        this.intervalMs = intervalMs;
        this.silentBeats = silentBeats;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        beats = ctx.executor().scheduleWithFixedDelay(() -> beat(ctx), intervalMs, intervalMs, TimeUnit.MILLISECONDS);
        ctx.fireChannelActive();
    }

    private void beat(ChannelHandlerContext ctx) {
        silent = heard ? 0 : silent + 1;
        heard = false;
        if (silent >= silentBeats) {
            beats.cancel(false);
            ctx.fireExceptionCaught(new DataPlaneException(
                    Reason.PEER_SILENT,
                    "nothing was heard of " + ctx.channel().remoteAddress() + " for about " + silentBeats * intervalMs
                            + " ms"));
            return;
        }
        if (!spoke) {
            ctx.writeAndFlush(Frame.Ping.INSTANCE);
        }
        spoke = false;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (!(message instanceof Frame.Ping)) {
            ctx.fireChannelRead(message);
        }
    }

    /** After each read from the socket, so that a large frame on its way counts before it is whole. */
    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        heard = true;
        ctx.fireChannelReadComplete();
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        spoke = true;
        ctx.write(message, promise);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        if (beats != null) {
            beats.cancel(false);
        }
        ctx.fireChannelInactive();
    }
}
