package io.tidemark.api.type;

/** Writes the nullable fields of one structure. Before every eight of them stands a byte with a bit for each that is null. */
final class NullBitsWriter {
    private int fields;
    private int bitsPosition;
    private int bits;

    void begin() {
        fields = 0;
        bits = 0;
    }

    <F> void write(F value, TypeSerializer<F> serializer, BinaryWriter out) {
        int bit = fields++ & 7;
        if (bit == 0) {
            end(out);
            bitsPosition = out.position();
            out.writeByte(0);
        }
        if (value == null) {
            bits |= 1 << bit;
        } else {
            serializer.serialize(value, out);
        }
    }

    void end(BinaryWriter out) {
        if (bits != 0) {
            out.putByte(bitsPosition, bits);
            bits = 0;
        }
    }
}
