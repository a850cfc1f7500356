package io.tidemark.network.data;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.tidemark.network.data.DataPlaneException.Reason;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The consuming worker's side of a connection. Everything in it belongs to the event loop, but what says otherwise. */
final class ServerConnection extends SimpleChannelInboundHandler<Frame> {
    private static final Logger LOG = LoggerFactory.getLogger(ServerConnection.class);

    /** Messages are cut so that a refusal fits into a frame. */
    private static final int MAX_MESSAGE_CHARS = 1000;

    private static final int MAX_NAME_CHARS = 100;

    private final Registry registry;
    private final SecretProof secret;
    private final String workerId;
    private final byte[] nonce;
    private final DataLimits limits;
    private final DataCounters counters;
    private final FrameDecoder decoder;

    private final IntObjectMap<RemoteInputChannel> channels = new IntObjectHashMap<>();
    private State state = State.GREETING;
    private int opened;
    private String peer = "a stranger";
    private volatile Channel socket;

    /** Where consumers have opened their ends. Called by event loops. */
    interface Registry {
        /**
         * The consumer's end.
         *
         * @throws DataPlaneException when the producer is to be refused, by name
         */
        RemoteInputChannel find(Frame.Open open);
    }

    private enum State {
        /** The answer to our challenge is awaited. */
        GREETING,
        /** The peer is who it says. */
        OPEN,
        /** Nothing more is taken in. */
        ENDED
    }

    ServerConnection(
            Registry registry,
            SecretProof secret,
            String workerId,
            byte[] nonce,
            DataLimits limits,
            DataCounters counters,
            FrameDecoder decoder) {
        this.registry = registry;
        this.secret = secret;
        this.workerId = workerId;
        this.nonce = nonce;
        this.limits = limits;
        this.counters = counters;
        this.decoder = decoder;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        socket = ctx.channel();
        ctx.writeAndFlush(new Frame.Challenge(Frame.MAGIC, Frame.VERSION, workerId, nonce));
        ctx.executor().schedule(() -> endIfGreeting(ctx), limits.connectTimeoutMs(), TimeUnit.MILLISECONDS);
    }

    private void endIfGreeting(ChannelHandlerContext ctx) {
        if (state == State.GREETING) {
            end(
                    ctx,
                    new DataPlaneException(
                            Reason.PEER_SILENT, "no handshake within " + limits.connectTimeoutMs() + " ms"));
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Frame frame) {
        if (state == State.ENDED) {
            drop(frame);
        } else if (frame instanceof Frame.Data data && state == State.OPEN) {
            onData(data);
        } else if (frame instanceof Frame.Answer answer && state == State.GREETING) {
            onAnswer(ctx, answer);
        } else if (frame instanceof Frame.Open open && state == State.OPEN) {
            onOpen(ctx, open);
        } else if (frame instanceof Frame.Close close && state == State.OPEN) {
            onClose(close);
        } else {
            drop(frame);
            throw new DataPlaneException(
                    Reason.MALFORMED_FRAME, frame.getClass().getSimpleName() + " came in state " + state);
        }
    }

    private static void drop(Frame frame) {
        if (frame instanceof Frame.Data data) {
            data.payload().release();
        }
    }

    private void onAnswer(ChannelHandlerContext ctx, Frame.Answer answer) {
        if (answer.magic() != Frame.MAGIC || answer.version() != Frame.VERSION) {
            throw new DataPlaneException(
                    Reason.VERSION_MISMATCH,
                    "worker " + workerId + " speaks version " + Frame.VERSION + " of the data plane, the peer "
                            + answer.version());
        }
        if (answer.nonce().length != Frame.NONCE_BYTES) {
            throw new DataPlaneException(
                    Reason.MALFORMED_FRAME, "a number used once of " + answer.nonce().length + " bytes");
        }
        byte[] expected = secret.ofClient(nonce, answer.nonce(), answer.workerId());
        if (!secret.accepts(expected, answer.proof())) {
            throw new DataPlaneException(
                    Reason.WRONG_SECRET,
                    "worker " + printable(answer.workerId()) + " does not know the shared secret of worker "
                            + workerId);
        }
        peer = printable(answer.workerId());
        state = State.OPEN;
        decoder.trust();
        ctx.writeAndFlush(new Frame.Welcome(secret.ofServer(nonce, answer.nonce(), workerId)));
    }

    /** What a stranger calls himself, fit for a log. */
    private static String printable(String text) {
        String cut = text.length() > MAX_NAME_CHARS ? text.substring(0, MAX_NAME_CHARS) : text;
        return cut.replaceAll("[^\\w.:@-]", "?");
    }

    private void onOpen(ChannelHandlerContext ctx, Frame.Open open) {
        if (open.channel() != opened) {
            throw new DataPlaneException(
                    Reason.MALFORMED_FRAME, "channel " + open.channel() + " is opened where " + opened + " is next");
        }
        opened++;
        try {
            RemoteInputChannel channel = registry.find(open);
            if (!channel.attach(this, open.channel())) {
                throw DataPlaneException.of(Reason.CHANNEL_TAKEN, open.id(), "another producer has it");
            }
            channels.put(open.channel(), channel);
            ctx.writeAndFlush(new Frame.Credit(open.channel(), channel.creditBuffers()));
        } catch (DataPlaneException refusal) {
            counters.increment(refusal.reason());
            LOG.info("refused worker {}: {}: {}", peer, refusal.reason(), refusal.getMessage());
            ctx.writeAndFlush(refusal(open.channel(), refusal));
        }
    }

    private static Frame.Refusal refusal(int channel, DataPlaneException why) {
        String message = String.valueOf(why.getMessage());
        return new Frame.Refusal(
                channel,
                why.reason().name(),
                message.length() > MAX_MESSAGE_CHARS ? message.substring(0, MAX_MESSAGE_CHARS) : message);
    }

    private void onData(Frame.Data data) {
        RemoteInputChannel channel = channels.get(data.channel());
        if (channel != null) {
            channel.onData(data.sequence(), data.payload());
            return;
        }
        data.payload().release();
        checkOpened(data.channel());
        counters.increment(Reason.FRAME_DROPPED);
    }

    private void checkOpened(int channel) {
        if (channel < 0 || channel >= opened) {
            throw new DataPlaneException(Reason.MALFORMED_FRAME, "channel " + channel + " was never opened");
        }
    }

    private void onClose(Frame.Close close) {
        checkOpened(close.channel());
        RemoteInputChannel channel = channels.remove(close.channel());
        if (channel != null) {
            channel.onProducerClosed();
        }
    }

    /** By the task's thread: so many buffers were consumed. */
    void consumed(RemoteInputChannel channel, int buffers) {
        execute(() -> {
            channel.onConsumed(buffers);
            if (state == State.OPEN && channels.get(channel.number()) == channel) {
                socket.writeAndFlush(new Frame.Credit(channel.number(), buffers));
            }
        });
    }

    /** By any thread: runs it on the event loop. False when that has ended. */
    boolean execute(Runnable command) {
        try {
            socket.eventLoop().execute(command);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        end(
                ctx,
                cause instanceof DataPlaneException known
                        ? known
                        : new DataPlaneException(
                                Reason.CONNECTION_LOST, "connection from worker " + peer + ": " + cause, cause));
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end(ctx, new DataPlaneException(Reason.CONNECTION_LOST, "the connection from worker " + peer + " was closed"));
        ctx.fireChannelInactive();
    }

    private void end(ChannelHandlerContext ctx, DataPlaneException cause) {
        if (state == State.ENDED) {
            return;
        }
        state = State.ENDED;
        boolean clean = cause.reason() == Reason.CONNECTION_LOST && channels.isEmpty();
        if (!clean) {
            counters.increment(cause.reason());
            LOG.warn("connection from worker {} ends: {}: {}", peer, cause.reason(), cause.getMessage());
        }
        channels.values().forEach(channel -> channel.onConnectionEnd(cause));
        channels.clear();
        boolean hears = cause.reason() != Reason.PEER_SILENT && ctx.channel().isActive();
        if (hears) {
            ctx.writeAndFlush(refusal(Frame.WHOLE_CONNECTION, cause)).addListener(ChannelFutureListener.CLOSE);
        } else {
            ctx.close();
        }
    }
}
