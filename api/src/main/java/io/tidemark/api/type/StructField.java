package io.tidemark.api.type;

/** One field of a structure, as its serializer sees it. Belongs to one serializer. */
abstract class StructField {
    abstract void write(Object holder, BinaryWriter out);

    abstract Object read(BinaryReader in);

    abstract void readInto(Object holder, BinaryReader in);

    abstract Object copyOf(Object holder);

    abstract void copyInto(Object from, Object to);

    abstract int hash(Object holder);

    abstract boolean equal(Object a, Object b);

    /** What a user's accessor threw. */
    static RuntimeException thrown(Throwable e) {
        if (e instanceof RuntimeException runtime) {
            return runtime;
        }
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException(e);
    }
}
