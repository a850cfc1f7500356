package io.tidemark.testing;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;

/** Of splits that an input does not have. */
enum NoSplitSerializer implements TypeSerializer<TestInput.Place.NoSplit> {
    INSTANCE;

    @Override
    public void serialize(TestInput.Place.NoSplit split, BinaryWriter out) {
        out.writeString(split.splitId());
    }

    @Override
    public TestInput.Place.NoSplit deserialize(BinaryReader in) {
        return new TestInput.Place.NoSplit(in.readString());
    }

    @Override
    public TestInput.Place.NoSplit copy(TestInput.Place.NoSplit split) {
        return split;
    }

    @Override
    public boolean isImmutable() {
        return true;
    }

    @Override
    public int hash(TestInput.Place.NoSplit split) {
        return split.hashCode();
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, TestInput.Place.NoSplit.class.getName());
    }
}
