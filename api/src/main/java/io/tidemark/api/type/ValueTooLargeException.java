package io.tidemark.api.type;

/** A value's bytes do not fit into one Java array, that is, they are 2 GiB or more. Nothing was lost or cut off. */
public final class ValueTooLargeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param bytes how many bytes were needed, at least */
    public ValueTooLargeException(long bytes) {
        super("A value needs at least " + bytes + " bytes; the largest that can be serialized is "
                + BinaryWriter.MAX_BYTES);
    }
}
