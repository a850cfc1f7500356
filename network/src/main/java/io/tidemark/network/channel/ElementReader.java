package io.tidemark.network.channel;

import io.tidemark.api.operator.Records;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.network.batch.RecordBatch;

/**
 * Reads elements in the format of {@link ElementFormat}. Records that follow each other come together, in a batch that is
 * used again for the next ones: it must have been {@linkplain #clear() cleared} by then.
 *
 * <p>One thread.
 */
public final class ElementReader {
    private final TypeSerializer<Object> serializer;
    private final RecordBatch batch = new RecordBatch(RecordBatch.CAPACITY);
    private final BinaryReader reader = new BinaryReader();
    private long previousTimestamp;

    public ElementReader(TypeSerializer<Object> serializer) {
        this.serializer = serializer;
    }

    /** Begins with a frame. */
    public void wrap(byte[] array, int offset, int length) {
        reader.wrap(array, offset, length);
        previousTimestamp = 0;
    }

    /** Whether something is left of the frame; before the first one there is nothing. */
    public boolean hasNext() {
        return reader.remaining() > 0;
    }

    /**
     * A {@link ControlElement}, or {@link #batch()} with records up to a control element, the end of the frame or of the
     * batch.
     *
     * @throws RuntimeException when the bytes are no elements
     */
    public Object next() {
        int start = reader.position();
        int tag = reader.readByte();
        if (!ElementFormat.isRecord(tag)) {
            return ElementFormat.readControl(tag, reader);
        }
        reader.setPosition(start);
        readRecords();
        return batch;
    }

    private void readRecords() {
        RecordBatch into = batch;
        long previous = previousTimestamp;
        while (!into.isFull() && reader.remaining() > 0) {
            int start = reader.position();
            int tag = reader.readByte();
            if (!ElementFormat.isRecord(tag)) {
                reader.setPosition(start);
                break;
            }
            long timestamp = Records.NO_TIMESTAMP;
            if ((tag & ElementFormat.HAS_TIMESTAMP) != 0) {
                previous += reader.readSignedVarLong();
                timestamp = previous;
            }
            int keyHash = (tag & ElementFormat.HAS_KEY_HASH) != 0 ? reader.readInt() : 0;
            into.add(serializer.deserialize(reader), timestamp, keyHash);
        }
        previousTimestamp = previous;
    }

    /** The one batch that records come in. */
    public RecordBatch batch() {
        return batch;
    }

    /** Lets go of the records read last. */
    public void clear() {
        batch.clear();
    }
}
