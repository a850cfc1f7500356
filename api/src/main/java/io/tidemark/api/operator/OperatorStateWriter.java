package io.tidemark.api.operator;

import io.tidemark.api.type.TypeSerializer;
import java.util.List;

/** Takes an operator's own state at a barrier; the elements are serialised during the call. */
public interface OperatorStateWriter {
    /** Elements that go to one subtask each. */
    default <T> void put(String name, TypeSerializer<T> serializer, List<T> elements) {
        put(name, StateSharing.SPLIT, serializer, elements);
    }

    <T> void put(String name, StateSharing sharing, TypeSerializer<T> serializer, List<T> elements);
}
