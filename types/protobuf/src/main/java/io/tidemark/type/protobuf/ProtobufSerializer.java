package io.tidemark.type.protobuf;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.CorruptDataException;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.ValueReader;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * The number of bytes and the message in Protobuf's own form, maps by their keys. Fields that this version of the message does
 * not know are kept.
 */
final class ProtobufSerializer<T extends Message> implements TypeSerializer<T> {
    private static final long serialVersionUID = 1L;

    private final Class<T> type;
    private transient T none;

    ProtobufSerializer(Class<T> type) {
        this.type = type;
        this.none = GeneratedMessages.defaultOf(type);
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        none = GeneratedMessages.defaultOf(type);
    }

    private static byte[] encode(Message value) {
        byte[] encoded = new byte[value.getSerializedSize()];
        CodedOutputStream out = CodedOutputStream.newInstance(encoded);
        out.useDeterministicSerialization();
        try {
            value.writeTo(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        out.checkNoSpaceLeft();
        return encoded;
    }

    @Override
    public void serialize(T value, BinaryWriter out) {
        byte[] encoded = encode(value);
        out.writeVarInt(encoded.length);
        out.writeBytes(encoded, 0, encoded.length);
    }

    @Override
    public T deserialize(BinaryReader in) {
        int begin = in.position();
        int length = in.readCount(1, "bytes of a message");
        byte[] encoded = new byte[length];
        in.readBytes(encoded, 0, length);
        try {
            return type.cast(none.getParserForType().parseFrom(encoded));
        } catch (InvalidProtocolBufferException e) {
            throw new CorruptDataException(begin, "the bytes are no " + type.getName(), e);
        }
    }

    @Override
    public T copy(T value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(T value) {
        return Arrays.hashCode(encode(value));
    }

    @Override
    public ValueReader<T> readerOf(SerializerSnapshot stored) {
        return ProtobufRules.fits(stored, schema()) ? this::deserialize : null;
    }

    /** What a message has that its class does not know any more stays in it. */
    @Override
    public boolean keepsApart(SerializerSnapshot stored) {
        return ProtobufRules.fits(stored, schema());
    }

    @Override
    public SerializerSnapshot schema() {
        return ProtobufRules.snapshotOf(none.getDescriptorForType());
    }
}
