package io.tidemark.api.type;

import java.util.Arrays;

/** A count and the elements. */
enum CharArraySerializer implements TypeSerializer<char[]> {
    INSTANCE;

    @Override
    public void serialize(char[] value, BinaryWriter out) {
        out.writeVarInt(value.length);
        for (char element : value) {
            out.writeChar(element);
        }
    }

    @Override
    public char[] deserialize(BinaryReader in) {
        char[] value = new char[in.readCount(2, "elements of a char[]")];
        for (int i = 0; i < value.length; i++) {
            value[i] = in.readChar();
        }
        return value;
    }

    @Override
    public char[] copy(char[] value) {
        return value.clone();
    }

    @Override
    public boolean isImmutable() {
        return false;
    }

    @Override
    public int hash(char[] value) {
        int hash = StableHash.SEED;
        for (int i = 0; i < value.length; i++) {
            hash = StableHash.combine(hash, value[i]);
        }
        return hash;
    }

    @Override
    public boolean equal(char[] a, char[] b) {
        return Arrays.equals(a, b);
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.BASIC, "char[]");
    }
}
