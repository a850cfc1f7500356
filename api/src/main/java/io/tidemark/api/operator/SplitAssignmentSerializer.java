package io.tidemark.api.operator;

import io.tidemark.api.connector.SourceSplit;
import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.SerializerSnapshot;
import io.tidemark.api.type.TypeSerializer;

/**
 * The number of the reader, then the split.
 *
 * @param <S> type of the split
 */
public final class SplitAssignmentSerializer<S extends SourceSplit> implements TypeSerializer<SplitAssignment<S>> {
    private static final long serialVersionUID = 1L;

    private final TypeSerializer<S> splits;

    public SplitAssignmentSerializer(TypeSerializer<S> splits) {
        this.splits = splits;
    }

    @Override
    public void serialize(SplitAssignment<S> assignment, BinaryWriter out) {
        out.writeVarInt(assignment.targetSubtask());
        splits.serialize(assignment.split(), out);
    }

    @Override
    public SplitAssignment<S> deserialize(BinaryReader in) {
        int targetSubtask = in.readVarInt();
        return new SplitAssignment<>(targetSubtask, splits.deserialize(in));
    }

    @Override
    public SplitAssignment<S> copy(SplitAssignment<S> assignment) {
        return new SplitAssignment<>(assignment.targetSubtask(), splits.copy(assignment.split()));
    }

    @Override
    public boolean isImmutable() {
        return splits.isImmutable();
    }

    @Override
    public int hash(SplitAssignment<S> assignment) {
        return 31 * assignment.targetSubtask() + splits.hash(assignment.split());
    }

    @Override
    public boolean equal(SplitAssignment<S> a, SplitAssignment<S> b) {
        return a.targetSubtask() == b.targetSubtask() && splits.equal(a.split(), b.split());
    }

    @Override
    public SerializerSnapshot schema() {
        return SerializerSnapshot.of(SerializerSnapshot.Kind.CUSTOM, SplitAssignment.class.getName())
                .withField("split", false, splits.schema());
    }
}
