package io.tidemark.api.type;

import java.math.BigInteger;

/** A length and the bytes of the two's complement, as few as possible. */
enum BigIntegerSerializer implements TypeSerializer<BigInteger> {
    INSTANCE;

    @Override
    public void serialize(BigInteger value, BinaryWriter out) {
        byte[] bytes = value.toByteArray();
        out.writeVarInt(bytes.length);
        out.writeBytes(bytes, 0, bytes.length);
    }

    @Override
    public BigInteger deserialize(BinaryReader in) {
        int begin = in.position();
        byte[] bytes = new byte[in.readCount(1, "bytes of a BigInteger")];
        if (bytes.length == 0) {
            throw new CorruptDataException(begin, "a BigInteger has one byte or more");
        }
        in.readBytes(bytes, 0, bytes.length);
        return new BigInteger(bytes);
    }

    @Override
    public BigInteger copy(BigInteger value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(BigInteger value) {
        byte[] bytes = value.toByteArray();
        return StableHash.ofBytes(bytes, 0, bytes.length);
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, BigInteger.class.getName());
    }
}
