package io.tidemark.worker.chain;

import com.google.protobuf.ByteString;
import io.tidemark.api.operator.OperatorStateWriter;
import io.tidemark.api.operator.StateSharing;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.checkpoint.proto.NamedState;
import io.tidemark.checkpoint.proto.OperatorSnapshot;
import java.util.List;

/** Turns an operator's own state into bytes at once, so that the operator may go on changing it. */
final class OwnStateWriter implements OperatorStateWriter {
    private final OperatorSnapshot.Builder target;
    private final BinaryWriter bytes = new BinaryWriter(256);

    OwnStateWriter(OperatorSnapshot.Builder target) {
        this.target = target;
    }

    @Override
    public <T> void put(String name, StateSharing sharing, TypeSerializer<T> serializer, List<T> elements) {
        NamedState.Builder state = NamedState.newBuilder()
                .setName(name)
                .setSharing(io.tidemark.checkpoint.proto.StateSharing.valueOf(sharing.name()));
        bytes.reset();
        serializer.schema().writeTo(bytes);
        state.setSchema(ByteString.copyFrom(bytes.array(), bytes.offset(), bytes.length()));
        for (T element : elements) {
            bytes.reset();
            serializer.serialize(element, bytes);
            state.addElements(ByteString.copyFrom(bytes.array(), bytes.offset(), bytes.length()));
        }
        target.addOwn(state);
    }
}
