package io.tidemark.network.gate;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.network.batch.RecordBatch;
import io.tidemark.network.channel.ControlElement;
import io.tidemark.network.channel.ControlElement.Barrier;
import io.tidemark.network.channel.ElementFormat;
import io.tidemark.network.channel.ElementReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * What was read ahead of one channel and is still to be processed, in order. Records are kept encoded: their size is known,
 * a snapshot shares them, and nobody can change them meanwhile.
 *
 * <p>One thread, but the encoded parts that {@link #before} gives out never change.
 */
public final class InFlightLog {
    /** What a control element is taken to weigh. */
    private static final int CONTROL_BYTES = 32;

    private static final int INITIAL_WRITER_BYTES = 4096;

    private final TypeSerializer<Object> serializer;

    /** Encoded records ({@code byte[]}, at most a batch in each) and {@link ControlElement}s. */
    private final ArrayDeque<Object> parts = new ArrayDeque<>();

    private long bytes;

    /** Of those that were ever in it; -1 for none. */
    private long newestBarrierId = -1;

    /** Made when first needed: most channels are never read ahead. */
    private ElementReader reader;

    private BinaryWriter writer;

    /** The first part as it was peeked. */
    private Object head;

    /** @param serializer of the channel's records, for the task's thread alone */
    public InFlightLog(TypeSerializer<Object> serializer) {
        this.serializer = serializer;
    }

    /** A log that begins with what {@link #encode} gave. */
    public static InFlightLog of(TypeSerializer<Object> serializer, byte[] encoded) {
        InFlightLog log = new InFlightLog(serializer);
        BinaryReader in = new BinaryReader(encoded);
        while (in.remaining() > 0) {
            byte[] part = new byte[in.readCount(1, "bytes of an element")];
            in.readBytes(part, 0, part.length);
            log.addPart(ElementFormat.isRecord(part[0]) ? part : control(part));
        }
        return log;
    }

    /** As {@link #of(TypeSerializer, byte[])}, with only the records whose key has a hash that is kept. */
    public static InFlightLog of(TypeSerializer<Object> serializer, byte[] encoded, IntPredicate keptHashes) {
        InFlightLog all = of(serializer, encoded);
        InFlightLog kept = new InFlightLog(serializer);
        RecordBatch keptRecords = new RecordBatch(RecordBatch.CAPACITY);
        Object element;
        while ((element = all.poll()) != null) {
            if (!(element instanceof RecordBatch records)) {
                kept.addPart(element);
                continue;
            }
            for (int i = 0; i < records.size(); i++) {
                if (keptHashes.test(records.keyHash(i))) {
                    keptRecords.add(records.value(i), records.timestamp(i), records.keyHash(i));
                }
            }
            all.recycle();
            kept.add(keptRecords);
            keptRecords.clear();
        }
        return kept;
    }

    private static Object control(byte[] part) {
        ElementReader reader = new ElementReader(null);
        reader.wrap(part, 0, part.length);
        return reader.next();
    }

    /** Parts as one run of bytes. */
    public static byte[] encode(List<Object> parts) {
        BinaryWriter out = new BinaryWriter(INITIAL_WRITER_BYTES);
        BinaryWriter one = new BinaryWriter(CONTROL_BYTES);
        for (Object part : parts) {
            byte[] encoded;
            if (part instanceof byte[] records) {
                encoded = records;
            } else {
                one.reset();
                ElementFormat.writeControl(one, (ControlElement) part);
                encoded = one.toByteArray();
            }
            out.writeVarInt(encoded.length);
            out.writeBytes(encoded, 0, encoded.length);
        }
        return out.toByteArray();
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    long bytes() {
        return bytes;
    }

    /** The newest barrier that was ever in it; -1 for none. */
    long newestBarrierId() {
        return newestBarrierId;
    }

    /** Appends an element. A batch still belongs to the caller. */
    void add(Object element) {
        if (!(element instanceof RecordBatch batch)) {
            addPart(element);
            return;
        }
        for (int from = 0; from < batch.size(); from += RecordBatch.CAPACITY) {
            addPart(encode(batch, from, Math.min(batch.size(), from + RecordBatch.CAPACITY)));
        }
    }

    private void addPart(Object part) {
        if (part instanceof Barrier barrier) {
            newestBarrierId = Math.max(newestBarrierId, barrier.checkpointId());
        }
        parts.addLast(part);
        bytes += weight(part);
    }

    /** Puts what is left of a batch in front of all. The batch still belongs to the caller. */
    void putBack(RecordBatch batch, int from) {
        for (int to = batch.size(); to > from; to -= RecordBatch.CAPACITY) {
            byte[] part = encode(batch, Math.max(from, to - RecordBatch.CAPACITY), to);
            parts.addFirst(part);
            bytes += weight(part);
        }
        head = null;
    }

    private byte[] encode(RecordBatch batch, int from, int to) {
        if (writer == null) {
            writer = new BinaryWriter(INITIAL_WRITER_BYTES);
        }
        writer.reset();
        long previousTimestamp = 0;
        for (int i = from; i < to; i++) {
            long timestamp = batch.timestamp(i);
            ElementFormat.writeRecordHeader(writer, timestamp, previousTimestamp, batch.keyHash(i));
            serializer.serialize(batch.value(i), writer);
            previousTimestamp = timestamp == RecordBatch.NO_TIMESTAMP ? previousTimestamp : timestamp;
        }
        return writer.toByteArray();
    }

    private static int weight(Object part) {
        return part instanceof byte[] records ? records.length : CONTROL_BYTES;
    }

    /** About how large parts are. */
    static long bytes(List<Object> parts) {
        return parts.stream().mapToLong(InFlightLog::weight).sum();
    }

    /** The first element, to be taken by {@link #poll}; null when nothing is left. */
    Object peek() {
        if (head == null && !parts.isEmpty()) {
            head = parts.peekFirst() instanceof byte[] records ? decode(records) : parts.peekFirst();
        }
        return head;
    }

    private RecordBatch decode(byte[] records) {
        if (reader == null) {
            reader = new ElementReader(serializer);
        }
        reader.wrap(records, 0, records.length);
        RecordBatch batch = (RecordBatch) reader.next();
        if (reader.hasNext()) {
            throw new IllegalStateException("a part of what was in flight holds more than the " + batch.size()
                    + " records of a batch in its " + records.length + " bytes");
        }
        return batch;
    }

    /** Takes the first element; a batch is to be {@linkplain #recycle given back} before the next. */
    Object poll() {
        Object first = peek();
        if (first != null) {
            bytes -= weight(parts.removeFirst());
            head = null;
        }
        return first;
    }

    /** Whether a batch came from here. */
    boolean owns(RecordBatch batch) {
        return reader != null && reader.batch() == batch;
    }

    void recycle() {
        reader.clear();
    }

    /** What stands before the first barrier of this checkpoint or a newer one, barriers left out. */
    List<Object> before(long checkpointId) {
        List<Object> before = new ArrayList<>();
        for (Object part : parts) {
            if (part instanceof Barrier barrier) {
                if (barrier.checkpointId() >= checkpointId) {
                    break;
                }
            } else {
                before.add(part);
            }
        }
        return before;
    }

    /** The barriers and ends in it, in order. */
    List<ControlElement> marks() {
        List<ControlElement> marks = new ArrayList<>();
        for (Object part : parts) {
            if (part instanceof Barrier || part instanceof ControlElement.End) {
                marks.add((ControlElement) part);
            }
        }
        return marks;
    }

    void clear() {
        parts.clear();
        bytes = 0;
        head = null;
    }
}
