package io.tidemark.api.type;

/** A serializer that leaves parts of a value to others. */
public interface CompositeSerializer {
    /** The serializer of a part, in the order of the fields of the schema. */
    TypeSerializer<?> part(int index);
}
