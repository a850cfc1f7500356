package io.tidemark.worker.window;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import java.util.Objects;

/**
 * What the window that fires next has of one key, in two parts, so that it can lose its oldest slice without being added up
 * anew. The front is put together from the newest to the oldest slice, and what it is without its oldest one is kept at
 * that slice; the back takes the slices that come.
 */
final class KeyAggregate {
    /** Of the slices up to {@link #frontThrough}; null for none. */
    Object front;

    /** The last slice of the front; of no meaning without one. */
    long frontThrough;

    /** Of the slices after the front; null for none. */
    Object back;

    /** The slices that have records of the key. */
    final SliceRuns slices;

    /** Slices below this one are in here, and gone again perhaps. */
    long addedBelow;

    KeyAggregate() {
        this(new SliceRuns());
    }

    private KeyAggregate(SliceRuns slices) {
        this.slices = slices;
    }

    boolean isInFront(long slice) {
        return front != null && slice <= frontThrough;
    }

    static final class Serializer implements TypeSerializer<KeyAggregate> {
        private static final long serialVersionUID = 1L;

        private final TypeSerializer<Object> contents;

        Serializer(TypeSerializer<Object> contents) {
            this.contents = contents;
        }

        @Override
        public void serialize(KeyAggregate aggregate, BinaryWriter out) {
            aggregate.slices.write(out);
            out.writeSignedVarLong(aggregate.addedBelow);
            out.writeBoolean(aggregate.front != null);
            if (aggregate.front != null) {
                out.writeSignedVarLong(aggregate.frontThrough);
                contents.serialize(aggregate.front, out);
            }
            out.writeBoolean(aggregate.back != null);
            if (aggregate.back != null) {
                contents.serialize(aggregate.back, out);
            }
        }

        @Override
        public KeyAggregate deserialize(BinaryReader in) {
            KeyAggregate aggregate = new KeyAggregate(SliceRuns.read(in));
            aggregate.addedBelow = in.readSignedVarLong();
            if (in.readBoolean()) {
                aggregate.frontThrough = in.readSignedVarLong();
                aggregate.front = contents.deserialize(in);
            }
            if (in.readBoolean()) {
                aggregate.back = contents.deserialize(in);
            }
            return aggregate;
        }

        @Override
        public KeyAggregate copy(KeyAggregate aggregate) {
            KeyAggregate copy = new KeyAggregate(aggregate.slices.copy());
            copy.addedBelow = aggregate.addedBelow;
            copy.frontThrough = aggregate.frontThrough;
            copy.front = aggregate.front == null ? null : contents.copy(aggregate.front);
            copy.back = aggregate.back == null ? null : contents.copy(aggregate.back);
            return copy;
        }

        @Override
        public boolean isImmutable() {
            return false;
        }

        @Override
        public int hash(KeyAggregate aggregate) {
            return Objects.hash(
                    aggregate.slices.hashCode(),
                    aggregate.addedBelow,
                    aggregate.front == null ? 0 : contents.hash(aggregate.front),
                    aggregate.back == null ? 0 : contents.hash(aggregate.back));
        }

        @Override
        public boolean equal(KeyAggregate a, KeyAggregate b) {
            return a.slices.equals(b.slices)
                    && a.addedBelow == b.addedBelow
                    && (a.front == null || a.frontThrough == b.frontThrough)
                    && equalContents(a.front, b.front)
                    && equalContents(a.back, b.back);
        }

        private boolean equalContents(Object a, Object b) {
            return a == null || b == null ? a == b : contents.equal(a, b);
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, KeyAggregate.class.getName())
                    .withField("contents", true, contents.schema());
        }
    }
}
