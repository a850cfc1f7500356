package io.tidemark.network.channel;

import io.tidemark.api.operator.Records;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;

/**
 * How elements lie in a data frame, and in the in-flight part of a snapshot: a tag each; a record's is followed by its
 * timestamp as the difference from the record before in the same frame (if it has one), its key hash (if not 0) and its
 * value.
 */
public final class ElementFormat {
    static final int HAS_TIMESTAMP = 1;
    static final int HAS_KEY_HASH = 2;
    private static final int LAST_RECORD_TAG = HAS_TIMESTAMP | HAS_KEY_HASH;

    /** Tag, timestamp and key hash at their longest. */
    public static final int MAX_RECORD_HEADER_BYTES = 1 + 10 + 4;

    /** The longest control element, but for those that carry a name. */
    private static final int MAX_NAMELESS_BYTES = 1 + 8 + 8 + 1;

    private static final int MAX_STRING_HEADER_BYTES = 5;
    private static final int MAX_CHAR_BYTES = 3;

    private static final int WATERMARK = 16;
    private static final int IDLE = 17;
    private static final int ACTIVE = 18;
    private static final int BARRIER = 19;
    private static final int END = 20;
    private static final int DECLARED = 21;

    private static final ControlElement THE_IDLE = new ControlElement.Idle();
    private static final ControlElement THE_ACTIVE = new ControlElement.Active();
    private static final ControlElement THE_END = new ControlElement.End();

    private ElementFormat() {}

    /** Whether an element that begins with this byte is a record. */
    public static boolean isRecord(int tag) {
        return (tag & ~LAST_RECORD_TAG) == 0;
    }

    /** How many bytes a control element has at most. */
    public static int maxBytes(ControlElement element) {
        return element instanceof ControlElement.Declared declared
                ? 1
                        + MAX_STRING_HEADER_BYTES
                        + MAX_CHAR_BYTES * declared.identifier().length()
                        + Long.BYTES
                : MAX_NAMELESS_BYTES;
    }

    public static void writeRecordHeader(BinaryWriter out, long timestamp, long previousTimestamp, int keyHash) {
        int tag = (timestamp == Records.NO_TIMESTAMP ? 0 : HAS_TIMESTAMP) | (keyHash == 0 ? 0 : HAS_KEY_HASH);
        out.writeByte(tag);
        if ((tag & HAS_TIMESTAMP) != 0) {
            out.writeSignedVarLong(timestamp - previousTimestamp);
        }
        if ((tag & HAS_KEY_HASH) != 0) {
            out.writeInt(keyHash);
        }
    }

    public static void writeControl(BinaryWriter out, ControlElement element) {
        switch (element.kind()) {
            case WATERMARK -> {
                out.writeByte(WATERMARK);
                out.writeLong(((ControlElement.Watermark) element).timestamp());
            }
            case IDLE -> out.writeByte(IDLE);
            case ACTIVE -> out.writeByte(ACTIVE);
            case DECLARED -> {
                ControlElement.Declared declared = (ControlElement.Declared) element;
                out.writeByte(DECLARED);
                out.writeString(declared.identifier());
                out.writeLong(declared.value());
            }
            case BARRIER -> {
                ControlElement.Barrier barrier = (ControlElement.Barrier) element;
                out.writeByte(BARRIER);
                out.writeLong(barrier.checkpointId());
                out.writeLong(barrier.triggeredAtMs());
                out.writeByte(barrier.purpose().ordinal());
            }
            case END -> out.writeByte(END);
        }
    }

    static ControlElement readControl(int tag, BinaryReader in) {
        return switch (tag) {
            case WATERMARK -> new ControlElement.Watermark(in.readLong());
            case IDLE -> THE_IDLE;
            case ACTIVE -> THE_ACTIVE;
            case BARRIER -> new ControlElement.Barrier(in.readLong(), in.readLong(), purpose(in.readByte()));
            case END -> THE_END;
            case DECLARED -> new ControlElement.Declared(in.readString(), in.readLong());
            default -> throw new IllegalArgumentException("no element has tag " + tag);
        };
    }

    private static BarrierPurpose purpose(int ordinal) {
        BarrierPurpose purpose = BarrierPurpose.of(ordinal);
        if (purpose == null) {
            throw new IllegalArgumentException("no barrier has purpose " + ordinal);
        }
        return purpose;
    }
}
