package io.tidemark.network.data;

import io.netty.buffer.ByteBuf;
import io.tidemark.network.channel.ChannelId;
import io.tidemark.network.data.DataPlaneException.Reason;
import java.nio.charset.StandardCharsets;

/** The types of {@link Frame} with their numbers and layouts. */
enum FrameType {
    CHALLENGE(1),
    ANSWER(2),
    WELCOME(3),
    REFUSAL(4),
    OPEN(5),
    CREDIT(6),
    DATA(7),
    CLOSE(8),
    PING(9);

    private static final FrameType[] BY_NUMBER = new FrameType[10];

    static {
        for (FrameType type : values()) {
            BY_NUMBER[type.number] = type;
        }
    }

    private final int number;

    FrameType(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** @throws DataPlaneException when there is none of this number */
    static FrameType of(int number) {
        FrameType type = number >= 0 && number < BY_NUMBER.length ? BY_NUMBER[number] : null;
        if (type == null) {
            throw new DataPlaneException(Reason.MALFORMED_FRAME, "no frame is of type " + number);
        }
        return type;
    }

    /** Appends a whole frame, length and all. Data frames are written in place by their channel. */
    static void write(Frame frame, ByteBuf out) {
        int start = out.writerIndex();
        out.writeInt(0);
        if (frame instanceof Frame.Challenge challenge) {
            out.writeByte(CHALLENGE.number).writeInt(challenge.magic()).writeInt(challenge.version());
            writeString(challenge.workerId(), out);
            writeBytes(challenge.nonce(), out);
        } else if (frame instanceof Frame.Answer answer) {
            out.writeByte(ANSWER.number).writeInt(answer.magic()).writeInt(answer.version());
            writeString(answer.workerId(), out);
            writeBytes(answer.nonce(), out);
            writeBytes(answer.proof(), out);
        } else if (frame instanceof Frame.Welcome welcome) {
            out.writeByte(WELCOME.number);
            writeBytes(welcome.proof(), out);
        } else if (frame instanceof Frame.Refusal refusal) {
            out.writeByte(REFUSAL.number).writeInt(refusal.channel());
            writeString(refusal.reason(), out);
            writeString(refusal.message(), out);
        } else if (frame instanceof Frame.Open open) {
            ChannelId id = open.id();
            out.writeByte(OPEN.number).writeInt(open.channel()).writeLong(open.epoch());
            writeString(id.jobId(), out);
            out.writeInt(id.attempt())
                    .writeInt(id.edge())
                    .writeInt(id.producer())
                    .writeInt(id.consumer());
        } else if (frame instanceof Frame.Credit credit) {
            out.writeByte(CREDIT.number).writeInt(credit.channel()).writeInt(credit.buffers());
        } else if (frame instanceof Frame.Close close) {
            out.writeByte(CLOSE.number).writeInt(close.channel());
        } else if (frame instanceof Frame.Ping) {
            out.writeByte(PING.number);
        } else {
            throw new IllegalArgumentException("not written here: " + frame);
        }
        out.setInt(start, out.writerIndex() - start - Integer.BYTES);
    }

    /**
     * Reads the fields of a frame of this type and takes over the buffer.
     *
     * @throws DataPlaneException when they do not fill it exactly
     */
    Frame read(ByteBuf body) {
        if (this == DATA) {
            return readData(body);
        }
        try {
            Frame frame = readControl(body);
            if (body.isReadable()) {
                throw malformed(body.readableBytes() + " bytes too many", null);
            }
            return frame;
        } catch (IndexOutOfBoundsException e) {
            throw malformed("it ends too early", e);
        } finally {
            body.release();
        }
    }

    private Frame readData(ByteBuf body) {
        int fields = Frame.DATA_HEADER_BYTES - Frame.HEAD_BYTES;
        if (body.readableBytes() <= fields) {
            int length = body.readableBytes();
            body.release();
            throw malformed("it has " + length + " bytes, which is no element", null);
        }
        return new Frame.Data(body.readInt(), body.readInt(), body);
    }

    private Frame readControl(ByteBuf in) {
        return switch (this) {
            case CHALLENGE -> new Frame.Challenge(in.readInt(), in.readInt(), readString(in), readBytes(in));
            case ANSWER -> new Frame.Answer(in.readInt(), in.readInt(), readString(in), readBytes(in), readBytes(in));
            case WELCOME -> new Frame.Welcome(readBytes(in));
            case REFUSAL -> new Frame.Refusal(in.readInt(), readString(in), readString(in));
            case OPEN ->
                new Frame.Open(
                        in.readInt(),
                        in.readLong(),
                        new ChannelId(readString(in), in.readInt(), in.readInt(), in.readInt(), in.readInt()));
            case CREDIT -> new Frame.Credit(in.readInt(), in.readInt());
            case CLOSE -> new Frame.Close(in.readInt());
            case PING -> Frame.Ping.INSTANCE;
            case DATA -> throw new IllegalStateException("read elsewhere");
        };
    }

    private DataPlaneException malformed(String what, Throwable cause) {
        return new DataPlaneException(Reason.MALFORMED_FRAME, "frame of type " + this + ": " + what, cause);
    }

    private static void writeString(String value, ByteBuf out) {
        writeBytes(value.getBytes(StandardCharsets.UTF_8), out);
    }

    private static String readString(ByteBuf in) {
        return new String(readBytes(in), StandardCharsets.UTF_8);
    }

    private static void writeBytes(byte[] bytes, ByteBuf out) {
        out.writeShort(bytes.length).writeBytes(bytes);
    }

    private static byte[] readBytes(ByteBuf in) {
        int length = in.readUnsignedShort();
        if (length > in.readableBytes()) {
            throw new IndexOutOfBoundsException(length + " bytes of " + in.readableBytes());
        }
        byte[] bytes = new byte[length];
        in.readBytes(bytes);
        return bytes;
    }
}
