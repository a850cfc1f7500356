package io.tidemark.network.data;

import io.netty.buffer.ByteBuf;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.channel.ElementReader;
import io.tidemark.network.channel.InputChannel;
import io.tidemark.network.data.DataPlaneException.Reason;
import org.jctools.queues.SpscArrayQueue;

/**
 * The consuming end of a channel from another worker: buffers are queued by the connection's event loop and read by the
 * task, whose work decoding is. There are never more of them than was granted.
 */
final class RemoteInputChannel implements InputChannel {
    private final ChannelId id;
    private final long epoch;
    private final int creditBuffers;
    private final int creditThreshold;
    private final DataCounters counters;
    private final SpscArrayQueue<ByteBuf> queue;

    // ---- the task's thread
    private final ElementReader elements;
    private final RecordBatch batch;
    private ByteBuf reading;
    private Object head;
    private boolean batchIsOut;
    private int consumed;

    // ---- the event loop of the connection
    private int number;
    private int unconsumed;
    private int nextSequence;
    private boolean producerClosed;

    // ---- both
    private volatile ServerConnection connection;
    private volatile DataPlaneException failure;
    private volatile boolean closed;

    RemoteInputChannel(
            ChannelId id, long epoch, TypeSerializer<Object> serializer, int creditBuffers, DataCounters counters) {
        if (creditBuffers < 1) {
            throw new IllegalArgumentException("a channel with credit " + creditBuffers + " carries nothing");
        }
        this.id = id;
        this.epoch = epoch;
        this.elements = new ElementReader(serializer);
        this.batch = elements.batch();
        this.creditBuffers = creditBuffers;
        this.creditThreshold = Math.max(1, creditBuffers / 2);
        this.counters = counters;
        this.queue = new SpscArrayQueue<>(Math.max(2, creditBuffers));
    }

    ChannelId id() {
        return id;
    }

    long epoch() {
        return epoch;
    }

    int creditBuffers() {
        return creditBuffers;
    }

    // ------------------------------------------------------------------------------ the event loop

    /** A producer has come. False when there is one already. */
    boolean attach(ServerConnection to, int asNumber) {
        if (connection != null) {
            return false;
        }
        number = asNumber;
        connection = to;
        return true;
    }

    boolean isClosed() {
        return closed;
    }

    int number() {
        return number;
    }

    /** Takes over a buffer. @throws DataPlaneException when it was not granted or is not the next */
    void onData(int sequence, ByteBuf payload) {
        if (closed) {
            payload.release();
            counters.increment(Reason.FRAME_DROPPED);
            return;
        }
        if (sequence != nextSequence) {
            payload.release();
            throw DataPlaneException.of(
                    Reason.OUT_OF_SEQUENCE, id, "frame " + sequence + " came, " + nextSequence + " was due");
        }
        if (unconsumed == creditBuffers) {
            payload.release();
            throw DataPlaneException.of(
                    Reason.CREDIT_EXCEEDED, id, "a buffer came beyond the " + creditBuffers + " that were granted");
        }
        nextSequence++;
        unconsumed++;
        if (!queue.offer(payload)) {
            throw new IllegalStateException(id + ": " + unconsumed + " buffers do not fit into " + queue.capacity());
        }
    }

    /** The task has consumed so many buffers. Credit is given for them. */
    void onConsumed(int buffers) {
        unconsumed -= buffers;
        assert unconsumed >= 0 : id + ": " + unconsumed;
    }

    /** The producer is done; the end of the connection means nothing any more. */
    void onProducerClosed() {
        producerClosed = true;
    }

    void onConnectionEnd(DataPlaneException cause) {
        if (!producerClosed) {
            fail(cause.reason(), cause.getMessage(), cause);
        }
    }

    /** By any thread: nothing more is to be taken in. The task still closes its end. */
    void abandon(String why) {
        closed = true;
        fail(Reason.CLOSED, why, null);
    }

    private void fail(Reason reason, String message, Throwable cause) {
        if (failure == null) {
            failure = new DataPlaneException(reason, id + ": " + message, cause);
        }
    }

    // -------------------------------------------------------------------------- the task's thread

    @Override
    public Object poll() {
        Object next = peek();
        head = null;
        batchIsOut = next == batch;
        return next;
    }

    @Override
    public Object peek() {
        if (batchIsOut) {
            throw new IllegalStateException(id + ": the batch was not recycled before the next poll");
        }
        if (head == null && !closed) {
            try {
                head = next();
            } catch (RuntimeException e) {
                batch.clear();
                releaseReading();
                counters.increment(Reason.CORRUPT_RECORD);
                fail(Reason.CORRUPT_RECORD, "what came cannot be read: " + e.getMessage(), e);
                closed = true;
            }
        }
        return head;
    }

    private Object next() {
        while (reading == null || !elements.hasNext()) {
            if (!openNextBuffer()) {
                return null;
            }
        }
        return elements.next();
    }

    private boolean openNextBuffer() {
        releaseReading();
        ByteBuf next = queue.poll();
        if (next == null) {
            giveCredit();
            return false;
        }
        reading = next;
        elements.wrap(next.array(), next.arrayOffset() + next.readerIndex(), next.readableBytes());
        return true;
    }

    private void releaseReading() {
        if (reading == null) {
            return;
        }
        reading.release();
        reading = null;
        consumed++;
        if (consumed >= creditThreshold) {
            giveCredit();
        }
    }

    /**
     * Credit goes back for half of what was granted together, or for the rest when nothing is left to read, by which the
     * producer knows that the consumer has starved.
     */
    private void giveCredit() {
        if (consumed > 0) {
            connection.consumed(this, consumed);
            consumed = 0;
        }
    }

    @Override
    public void recycle(RecordBatch recycled) {
        if (recycled != batch || !batchIsOut) {
            throw new IllegalArgumentException(id + ": this batch was not polled here");
        }
        batchIsOut = false;
        batch.clear();
    }

    @Override
    public boolean isEmpty() {
        return head == null && (reading == null || !elements.hasNext()) && queue.isEmpty();
    }

    @Override
    public Throwable failure() {
        return failure;
    }

    /** What is queued is let go of by the event loop, which by then adds nothing more. */
    @Override
    public void close() {
        closed = true;
        head = null;
        batch.clear();
        batchIsOut = false;
        if (reading != null) {
            reading.release();
            reading = null;
        }
        ServerConnection from = connection;
        if (from == null || !from.execute(this::releaseQueued)) {
            releaseQueued();
        }
    }

    private void releaseQueued() {
        ByteBuf buffer;
        while ((buffer = queue.poll()) != null) {
            buffer.release();
        }
    }
}
