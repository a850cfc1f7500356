package io.tidemark.api.type;

import java.math.BigDecimal;

/** The scale and the unscaled value. As in {@link BigDecimal#equals}, 1.0 and 1.00 are two values. */
enum BigDecimalSerializer implements TypeSerializer<BigDecimal> {
    INSTANCE;

    @Override
    public void serialize(BigDecimal value, BinaryWriter out) {
        out.writeSignedVarInt(value.scale());
        BigIntegerSerializer.INSTANCE.serialize(value.unscaledValue(), out);
    }

    @Override
    public BigDecimal deserialize(BinaryReader in) {
        int scale = in.readSignedVarInt();
        return new BigDecimal(BigIntegerSerializer.INSTANCE.deserialize(in), scale);
    }

    @Override
    public BigDecimal copy(BigDecimal value) {
        return value;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(BigDecimal value) {
        return StableHash.combine(value.scale(), BigIntegerSerializer.INSTANCE.hash(value.unscaledValue()));
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, BigDecimal.class.getName());
    }
}
