package io.tidemark.network.data;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.tidemark.network.data.DataPlaneException.Reason;

/**
 * Cuts what comes in into {@link Frame}s. Each frame's body is collected in a pooled heap buffer of its own, so that
 * elements can be read from an array later, on another thread, without keeping the socket's buffer; that is the one copy.
 *
 * <p>After bytes that are no frame it reads no more; the error goes down the pipeline, where the connection is closed.
 */
final class FrameDecoder extends ChannelInboundHandlerAdapter {
    private final int maxFrameBytes;
    private boolean trusted;
    private boolean broken;

    private int headRead;
    private int length;
    private FrameType type;
    private ByteBuf body;

    FrameDecoder(int maxFrameBytes) {
        this.maxFrameBytes = maxFrameBytes;
    }

    /** The handshake is over: from now on frames may be large. */
    void trust() {
        trusted = true;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            while (in.isReadable() && !broken) {
                if (body == null) {
                    readHead(ctx, in);
                } else {
                    body.writeBytes(in, Math.min(in.readableBytes(), body.writableBytes()));
                }
                if (body != null && body.writerIndex() == length - 1) {
                    ctx.fireChannelRead(finish());
                }
            }
        } catch (DataPlaneException e) {
            broken = true;
            throw e;
        } finally {
            in.release();
        }
    }

    private void readHead(ChannelHandlerContext ctx, ByteBuf in) {
        int next = in.readUnsignedByte();
        if (headRead < Integer.BYTES) {
            length = length << Byte.SIZE | next;
            headRead++;
            return;
        }
        type = FrameType.of(next);
        int limit = type == FrameType.DATA && trusted ? maxFrameBytes - Integer.BYTES : Frame.MAX_CONTROL_BYTES;
        if (length < 1 || length > limit) {
            throw new DataPlaneException(
                    Reason.MALFORMED_FRAME,
                    "a frame of type " + type + " has " + length + " bytes; 1 to " + limit + " are allowed");
        }
        body = ctx.alloc().heapBuffer(length - 1, length - 1);
    }

    private Frame finish() {
        ByteBuf whole = body;
        body = null;
        headRead = 0;
        length = 0;
        return type.read(whole);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (body != null) {
            body.release();
            body = null;
        }
        broken = true;
    }
}
