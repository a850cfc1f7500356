package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;
import io.tidemark.api.type.TypeSerializer;
import io.tidemark.api.type.ValueReader;

/** How the values of a state are written, read and copied. Used by one thread. */
interface ValueFormat {
    void write(Object value, BinaryWriter out);

    Object read(BinaryReader in);

    /** What writes the values themselves. */
    TypeSerializer<Object> serializer();

    /** A value that no change of the given one reaches. */
    Object copy(Object value);

    /** This format for values that were stored in another form, which the reader reads. */
    ValueFormat reading(ValueReader<Object> stored);

    /** Whether what is handed out of a value can be changed by who gets it. */
    boolean isMutable();
}
