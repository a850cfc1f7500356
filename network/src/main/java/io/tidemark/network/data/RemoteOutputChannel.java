package io.tidemark.network.data;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.tidemark.api.operator.Records;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.channel.ElementFormat;
import io.tidemark.network.channel.OutputChannel;
import io.tidemark.network.data.DataPlaneException.Reason;
import java.util.ArrayDeque;

/**
 * The producing end of a channel to another worker: records are serialised straight into a pooled buffer, which goes to the
 * connection as a frame when it is full or due, for one credit.
 *
 * <p>A buffer has one owner: this channel while it is being filled and while it waits, then the connection. It is let go of
 * here, array and all, before it is handed on. A record that does not fit into what is left of a buffer begins the next
 * one; one larger than a buffer gets a frame of its own.
 */
public final class RemoteOutputChannel implements OutputChannel {
    /** A writer that has grown beyond this for one large record is not kept. */
    private static final int MAX_IDLE_WRITER_BYTES = 1 << 20;

    private static final int INITIAL_WRITER_BYTES = 256;

    private final ChannelId id;
    private final String address;
    private final long epoch;
    private final TypeSerializer<Object> serializer;
    private final DataLimits limits;
    private final long flushIntervalNs;
    private final ByteBufAllocator allocator;
    private final ClientConnection connection;

    // ---- the task's thread
    private final ArrayDeque<ByteBuf> waiting = new ArrayDeque<>();
    private BinaryWriter writer = new BinaryWriter(INITIAL_WRITER_BYTES);
    private ByteBuf buffer;
    private byte[] array;
    private long previousTimestamp;
    private boolean urgent;
    private boolean aging;
    private long oldestNs;
    private long sentBuffers;
    private int nextSequence;
    private boolean closed;

    // ---- written by the event loop, read by the task's thread; the number is written before the first grant
    private int number = -1;
    private volatile long grantedBuffers;
    private volatile int creditLimit;
    private volatile DataPlaneException failure;

    RemoteOutputChannel(
            ChannelId id,
            String address,
            long epoch,
            TypeSerializer<Object> serializer,
            DataClientConfig config,
            ByteBufAllocator allocator,
            ClientConnection connection) {
        this.id = id;
        this.address = address;
        this.epoch = epoch;
        this.serializer = serializer;
        this.limits = config.limits();
        this.flushIntervalNs = config.flushIntervalNs();
        this.allocator = allocator;
        this.connection = connection;
    }

    ChannelId id() {
        return id;
    }

    long epoch() {
        return epoch;
    }

    // ------------------------------------------------------------------------------ the event loop

    void onNumber(int assigned) {
        number = assigned;
    }

    int number() {
        return number;
    }

    void onCredit(int buffers) {
        if (creditLimit == 0) {
            creditLimit = buffers;
        }
        grantedBuffers += buffers;
    }

    /** By any thread: the attempt was ended. The task still closes its end. */
    void abandon(DataPlaneException cause) {
        fail(cause);
        connection.close(this);
    }

    /** By any thread; the first cause stays. */
    void fail(DataPlaneException cause) {
        if (failure == null) {
            failure = new DataPlaneException(cause.reason(), id + " to " + address + ": " + cause.getMessage(), cause);
        }
    }

    // -------------------------------------------------------------------------- the task's thread

    @Override
    public void write(Object value, long timestamp, int keyHash) {
        if (buffer == null) {
            takeBuffer(limits.bufferBytes());
        }
        BinaryWriter out = writer;
        int start = out.position();
        int valueStart;
        try {
            ElementFormat.writeRecordHeader(out, timestamp, previousTimestamp, keyHash);
            valueStart = out.position();
            serializer.serialize(value, out);
        } catch (RuntimeException e) {
            rewind(start);
            throw e;
        }
        if (out.array() != array) {
            moveToNextBuffer(start, valueStart, timestamp, keyHash);
        } else {
            wrote(timestamp);
        }
    }

    private void wrote(long timestamp) {
        if (timestamp != Records.NO_TIMESTAMP) {
            previousTimestamp = timestamp;
        }
    }

    /** Forgets a record that could not be written; those before it are still in the buffer. */
    private void rewind(int start) {
        wrapBuffer();
        writer.setPosition(start);
    }

    /** The record that began at {@code start} was too long for the buffer, so the writer has all of it, in its own array. */
    private void moveToNextBuffer(int start, int valueStart, long timestamp, int keyHash) {
        BinaryWriter full = writer;
        int valueBytes = full.length() - valueStart;
        byte[] bytes = full.array();
        int from = full.offset() + valueStart;
        long needed = (long) Frame.DATA_HEADER_BYTES + ElementFormat.MAX_RECORD_HEADER_BYTES + valueBytes;
        if (needed > limits.maxFrameBytes()) {
            rewind(start);
            throw new DataPlaneException(
                    Reason.RECORD_TOO_LARGE,
                    id + ": a record of " + valueBytes + " bytes does not fit into a frame, which has at most "
                            + limits.maxFrameBytes() + " bytes");
        }
        if (start > Frame.DATA_HEADER_BYTES) {
            handOver(start);
        } else {
            buffer.release();
            buffer = null;
        }
        takeBuffer((int) Math.max(needed, limits.bufferBytes()));
        ElementFormat.writeRecordHeader(writer, timestamp, previousTimestamp, keyHash);
        writer.writeBytes(bytes, from, valueBytes);
        wrote(timestamp);
        if (bytes.length > MAX_IDLE_WRITER_BYTES) {
            replaceWriter();
        }
        if (needed > limits.bufferBytes()) {
            handOver(writer.position());
        }
    }

    private void replaceWriter() {
        int position = writer.position();
        writer = new BinaryWriter(INITIAL_WRITER_BYTES);
        wrapBuffer();
        writer.setPosition(position);
    }

    @Override
    public void write(ControlElement element) {
        int mostBytes = ElementFormat.maxBytes(element);
        if (buffer != null && limits.bufferBytes() - writer.position() < mostBytes) {
            handOver(writer.position());
        }
        if (buffer == null) {
            takeBuffer(Math.max(limits.bufferBytes(), Frame.DATA_HEADER_BYTES + mostBytes));
        }
        ElementFormat.writeControl(writer, element);
        urgent = true;
    }

    private void takeBuffer(int bytes) {
        buffer = allocator.heapBuffer(bytes, bytes);
        array = buffer.array();
        wrapBuffer();
        writer.setPosition(Frame.DATA_HEADER_BYTES);
        previousTimestamp = 0;
    }

    private void wrapBuffer() {
        int offset = buffer.arrayOffset();
        writer.wrap(array, offset, offset + buffer.capacity());
    }

    /** The first {@code length} bytes of the buffer go, or wait to. From here on nothing is written to it. */
    private void handOver(int length) {
        ByteBuf full = buffer;
        full.writerIndex(length);
        buffer = null;
        array = null;
        writer.reset();
        urgent = false;
        aging = false;
        if (failure != null) {
            full.release();
        } else if (waiting.isEmpty() && credit() > 0) {
            send(full);
        } else {
            waiting.add(full);
        }
    }

    private void send(ByteBuf full) {
        full.setInt(0, full.writerIndex() - Integer.BYTES);
        full.setByte(Integer.BYTES, FrameType.DATA.number());
        full.setInt(Frame.HEAD_BYTES, number);
        full.setInt(Frame.HEAD_BYTES + Integer.BYTES, nextSequence++);
        sentBuffers++;
        connection.send(full);
    }

    private long credit() {
        return grantedBuffers - sentBuffers;
    }

    @Override
    public boolean hasRoom() {
        return failure == null && waiting.isEmpty() && credit() > 0;
    }

    @Override
    public boolean isLessThanHalfFull() {
        return hasRoom() && credit() > creditLimit / 2;
    }

    @Override
    public boolean flush(long nowNs, boolean force) {
        if (failure != null) {
            discard();
            return false;
        }
        boolean moved = false;
        while (!waiting.isEmpty() && credit() > 0) {
            send(waiting.remove());
            moved = true;
        }
        if (buffer == null || !hasRoom()) {
            return moved;
        }
        if (!aging) {
            aging = true;
            oldestNs = nowNs;
        }
        if (force || urgent || hasStarved() || nowNs - oldestNs >= flushIntervalNs) {
            handOver(writer.position());
            return true;
        }
        return moved;
    }

    /** All that was sent has been consumed, and the credit for it is back. */
    private boolean hasStarved() {
        return credit() == creditLimit;
    }

    @Override
    public boolean isDrained() {
        return waiting.isEmpty() && buffer == null;
    }

    /** Why nothing gets through any more, else null; a {@link DataPlaneException}. */
    @Override
    public Throwable failure() {
        return failure;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        discard();
        connection.close(this);
    }

    private void discard() {
        if (buffer != null) {
            writer.reset();
            buffer.release();
            buffer = null;
            array = null;
        }
        urgent = false;
        aging = false;
        ByteBuf buffered;
        while ((buffered = waiting.poll()) != null) {
            buffered.release();
        }
    }

    @Override
    public String describe() {
        return id + ", to " + address + ", credit " + credit() + " of " + creditLimit + " buffers"
                + (waiting.isEmpty() ? "" : ", " + waiting.size() + " buffers waiting")
                + (failure == null ? "" : ", failed: " + failure.reason());
    }
}
