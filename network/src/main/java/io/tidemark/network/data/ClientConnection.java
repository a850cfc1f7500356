package io.tidemark.network.data;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import io.tidemark.network.data.DataPlaneException.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The producing worker's side of a connection. Everything in it belongs to the event loop, but what says otherwise. */
final class ClientConnection extends SimpleChannelInboundHandler<Frame> {
    private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

    private final EventLoop loop;
    private final String address;
    private final SecretProof secret;
    private final String workerId;
    private final byte[] nonce;
    private final DataLimits limits;
    private final DataCounters counters;

    private final List<RemoteOutputChannel> unopened = new ArrayList<>();
    private final IntObjectMap<RemoteOutputChannel> channels = new IntObjectHashMap<>();
    private State state = State.CONNECTING;
    private int nextNumber;
    private String peer;
    private byte[] serverNonce;
    private DataPlaneException endedBy;
    private boolean isEndCounted;

    /** Written once, before the first credit comes and thus before any task sends. */
    private volatile Channel socket;

    private volatile boolean ended;

    private enum State {
        /** There is no connection yet, or the server has not greeted. */
        CONNECTING,
        /** The server is to say whether we may come in. */
        ANSWERED,
        /** Channels can be opened. */
        OPEN,
        /** Nothing goes any more. */
        ENDED
    }

    ClientConnection(
            EventLoop loop,
            String address,
            SecretProof secret,
            String workerId,
            byte[] nonce,
            DataLimits limits,
            DataCounters counters) {
        this.loop = loop;
        this.address = address;
        this.secret = secret;
        this.workerId = workerId;
        this.nonce = nonce;
        this.limits = limits;
        this.counters = counters;
    }

    // ------------------------------------------------------------------------------- any thread

    /** Whether a new connection is needed. */
    boolean isEnded() {
        return ended;
    }

    /** Opens the channel as soon as that is possible, or fails it. */
    void open(RemoteOutputChannel channel) {
        execute(() -> {
            if (state == State.ENDED) {
                countEnd();
                channel.fail(endedBy);
            } else if (state == State.OPEN) {
                sendOpen(channel);
            } else {
                unopened.add(channel);
            }
        });
    }

    /** Takes over a data frame. By the task's thread, in order. */
    void send(ByteBuf frame) {
        socket.writeAndFlush(frame, socket.voidPromise());
    }

    /** The channel is done; what it has sent before goes first. */
    void close(RemoteOutputChannel channel) {
        execute(() -> {
            unopened.remove(channel);
            if (channels.get(channel.number()) == channel) {
                channels.remove(channel.number());
                socket.writeAndFlush(new Frame.Close(channel.number()));
            }
        });
    }

    private void execute(Runnable command) {
        try {
            loop.execute(command);
        } catch (RejectedExecutionException e) {
            LOG.debug("the data plane has been shut down", e);
        }
    }

    /** Connecting failed. */
    void onConnectFailed(Throwable cause) {
        end(null, new DataPlaneException(Reason.CONNECT_FAILED, "cannot connect: " + cause.getMessage(), cause));
    }

    // --------------------------------------------------------------------------- the event loop

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        socket = ctx.channel();
        ctx.executor().schedule(() -> endIfNotOpen(ctx), limits.connectTimeoutMs(), TimeUnit.MILLISECONDS);
        ctx.fireChannelActive();
    }

    private void endIfNotOpen(ChannelHandlerContext ctx) {
        if (state == State.CONNECTING || state == State.ANSWERED) {
            end(
                    ctx,
                    new DataPlaneException(
                            Reason.CONNECT_FAILED, "no handshake within " + limits.connectTimeoutMs() + " ms"));
        }
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, Frame frame) {
        if (state == State.ENDED) {
            drop(frame);
        } else if (frame instanceof Frame.Credit credit && state == State.OPEN) {
            onCredit(credit);
        } else if (frame instanceof Frame.Refusal refusal) {
            onRefusal(ctx, refusal);
        } else if (frame instanceof Frame.Challenge challenge && state == State.CONNECTING) {
            onChallenge(ctx, challenge);
        } else if (frame instanceof Frame.Welcome welcome && state == State.ANSWERED) {
            onWelcome(welcome);
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

    private void onChallenge(ChannelHandlerContext ctx, Frame.Challenge challenge) {
        if (challenge.magic() != Frame.MAGIC || challenge.version() != Frame.VERSION) {
            throw new DataPlaneException(
                    Reason.VERSION_MISMATCH,
                    "worker " + workerId + " speaks version " + Frame.VERSION + " of the data plane, the peer "
                            + challenge.version());
        }
        peer = challenge.workerId();
        serverNonce = challenge.nonce();
        state = State.ANSWERED;
        byte[] proof = secret.ofClient(serverNonce, nonce, workerId);
        ctx.writeAndFlush(new Frame.Answer(Frame.MAGIC, Frame.VERSION, workerId, nonce, proof));
    }

    private void onWelcome(Frame.Welcome welcome) {
        if (!secret.accepts(secret.ofServer(serverNonce, nonce, peer), welcome.proof())) {
            throw new DataPlaneException(
                    Reason.WRONG_SECRET, "worker " + peer + " does not know the shared secret of worker " + workerId);
        }
        state = State.OPEN;
        unopened.forEach(this::sendOpen);
        unopened.clear();
    }

    private void sendOpen(RemoteOutputChannel channel) {
        int number = nextNumber++;
        channel.onNumber(number);
        channels.put(number, channel);
        socket.writeAndFlush(new Frame.Open(number, channel.epoch(), channel.id()));
    }

    private void onCredit(Frame.Credit credit) {
        RemoteOutputChannel channel = channels.get(credit.channel());
        if (channel != null) {
            channel.onCredit(credit.buffers());
        } else if (credit.channel() < 0 || credit.channel() >= nextNumber) {
            throw new DataPlaneException(
                    Reason.MALFORMED_FRAME, "credit for channel " + credit.channel() + ", which was never opened");
        }
    }

    private void onRefusal(ChannelHandlerContext ctx, Frame.Refusal refusal) {
        DataPlaneException cause = new DataPlaneException(reasonOf(refusal), "refused: " + refusal.message());
        if (refusal.channel() == Frame.WHOLE_CONNECTION) {
            end(ctx, cause);
            return;
        }
        RemoteOutputChannel channel = channels.remove(refusal.channel());
        if (channel != null) {
            counters.increment(cause.reason());
            channel.fail(cause);
        }
    }

    private static Reason reasonOf(Frame.Refusal refusal) {
        for (Reason reason : Reason.values()) {
            if (reason.name().equals(refusal.reason())) {
                return reason;
            }
        }
        return Reason.CONNECTION_LOST;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        end(
                ctx,
                cause instanceof DataPlaneException known
                        ? known
                        : new DataPlaneException(Reason.CONNECTION_LOST, "connection lost: " + cause, cause));
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        end(ctx, new DataPlaneException(Reason.CONNECTION_LOST, "the connection was closed"));
        ctx.fireChannelInactive();
    }

    /** @param ctx null when there never was a connection */
    private void end(ChannelHandlerContext ctx, DataPlaneException cause) {
        if (state == State.ENDED) {
            return;
        }
        state = State.ENDED;
        endedBy = cause;
        ended = true;
        if (!channels.isEmpty() || !unopened.isEmpty()) {
            countEnd();
        }
        unopened.forEach(channel -> channel.fail(cause));
        unopened.clear();
        channels.values().forEach(channel -> channel.fail(cause));
        channels.clear();
        if (ctx != null) {
            ctx.close();
        }
    }

    /** Once there is a channel that the end concerns, which may come just after it. */
    private void countEnd() {
        if (!isEndCounted) {
            isEndCounted = true;
            counters.increment(endedBy.reason());
            LOG.warn("connection to {} ends: {}: {}", address, endedBy.reason(), endedBy.getMessage());
        }
    }
}
