package io.tidemark.api.operator;

import io.tidemark.api.type.TypeSerializer;
import java.util.List;

/** Takes an operator's own state at a barrier; the elements are serialised during the call. */
public interface OperatorStateWriter {
    <T> void put(String name, TypeSerializer<T> serializer, List<T> elements);
}
