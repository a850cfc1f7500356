package io.tidemark.checkpoint.store;

import io.tidemark.api.type.BinaryReader;
import io.tidemark.api.type.BinaryWriter;

/** How the values of a state are written, read and copied. Used by one thread. */
interface ValueFormat {
    void write(Object value, BinaryWriter out);

    Object read(BinaryReader in);

    /** A value that no change of the given one reaches. */
    Object copy(Object value);

    /** Whether what is handed out of a value can be changed by who gets it. */
    boolean isMutable();
}
