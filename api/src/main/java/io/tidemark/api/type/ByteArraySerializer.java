package io.tidemark.api.type;

import java.util.Arrays;

/** A length and the bytes. */
enum ByteArraySerializer implements TypeSerializer<byte[]> {
    INSTANCE;

    @Override
    public void serialize(byte[] value, BinaryWriter out) {
        out.writeVarInt(value.length);
        out.writeBytes(value, 0, value.length);
    }

    @Override
    public byte[] deserialize(BinaryReader in) {
        byte[] value = new byte[in.readCount(1, "elements of a byte[]")];
        in.readBytes(value, 0, value.length);
        return value;
    }

    @Override
    public byte[] copy(byte[] value) {
        return value.clone();
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(byte[] value) {
        return StableHash.ofBytes(value, 0, value.length);
    }

    @Override
    public boolean equal(byte[] a, byte[] b) {
        return Arrays.equals(a, b);
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, "byte[]");
    }
}
