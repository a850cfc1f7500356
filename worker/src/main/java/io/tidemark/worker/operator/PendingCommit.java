package io.tidemark.worker.operator;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;

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

        @Override
        public SerializerSnapshot schema() {
            return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, PendingCommit.class.getName())
                    .withField("committable", false, committables.schema());
        }
    }
}
