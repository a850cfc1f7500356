package io.tidemark.api.type;

/** Reads what {@link NullBitsWriter} wrote. */
final class NullBitsReader {
    private int fields;
    private int bits;

    void begin() {
        fields = 0;
    }

    <F> F read(TypeSerializer<F> serializer, BinaryReader in) {
        int bit = fields++ & 7;
        if (bit == 0) {
            bits = in.readByte();
        }
        return (bits & 1 << bit) == 0 ? serializer.deserialize(in) : null;
    }
}
