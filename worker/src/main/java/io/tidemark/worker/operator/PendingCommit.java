package io.tidemark.worker.operator;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SchemaComparison;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.ValueReader;

/** Something a sink writer prepared for a checkpoint, to be committed once that or a later one is complete. */
record PendingCommit(long checkpointId, Object committable) {

    /** The id of the checkpoint, then the committable. */
    static final class Serializer implements TypeSerializer<PendingCommit> {
        private static final long serialVersionUID = 1L;

        private final TypeSerializer<Object> committables;

        Serializer(TypeSerializer<Object> committables) {
            this.committables = committables;
        }

        @Override
        public void serialize(PendingCommit pending, BinaryWriter out) {
            out.writeLong(pending.checkpointId);
            committables.serialize(pending.committable, out);
        }

        @Override
        public PendingCommit deserialize(BinaryReader in) {
            long checkpointId = in.readLong();
            return new PendingCommit(checkpointId, committables.deserialize(in));
        }

        @Override
        public PendingCommit copy(PendingCommit pending) {
            return new PendingCommit(pending.checkpointId, committables.copy(pending.committable));
        }

        @Override
        public boolean isImmutable() {
            return committables.isImmutable();
        }

        @Override
        public int hash(PendingCommit pending) {
            return 31 * Long.hashCode(pending.checkpointId) + committables.hash(pending.committable);
        }

        @Override
        public boolean equal(PendingCommit a, PendingCommit b) {
            return a.checkpointId == b.checkpointId && committables.equal(a.committable, b.committable);
        }

        /** A committable may evolve as any value. */
        @Override
        public ValueReader<PendingCommit> readerOf(SerializerSnapshot stored) {
            if (!stored.typeName().equals(PendingCommit.class.getName())) {
                return null;
            }
            SchemaComparison comparison =
                    SchemaComparison.of(stored.fields().get(0).schema(), committables);
            if (comparison.verdict() == SchemaComparison.Verdict.MISFIT) {
                return null;
            }
            ValueReader<Object> reader = comparison.reader(committables);
            return in -> new PendingCommit(in.readLong(), reader.read(in));
        }

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, PendingCommit.class.getName())
                    .withField("committable", false, committables.schema());
        }
    }
}
