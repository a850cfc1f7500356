package io.tidemark.api.type;

/**
 * Bytes are not what a serializer wrote: they end too early, or hold a length or a tag that cannot be. The message says
 * at which byte, and what was being read there.
 */
public final class CorruptDataException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param position index of the byte at which reading failed, counted from the start of the value's bytes
     * @param problem what was read and why it cannot be
     */
    public CorruptDataException(int position, String problem) {
        super("Corrupt data at byte " + position + ": " + problem);
    }

    /** As {@link #CorruptDataException(int, String)}, with the exception that showed the damage. */
    public CorruptDataException(int position, String problem, Throwable cause) {
        super("Corrupt data at byte " + position + ": " + problem, cause);
    }
}
