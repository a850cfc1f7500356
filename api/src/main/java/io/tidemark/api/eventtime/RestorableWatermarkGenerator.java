package io.tidemark.api.eventtime;

/**
 * A generator whose memory is part of every checkpoint, so that after a restore it goes on as if nothing had happened.
 * (The last watermark that was emitted is in the checkpoint for every generator.)
 *
 * @param <T> record type
 */
public interface RestorableWatermarkGenerator<T> extends WatermarkGenerator<T> {
    /** Its memory, as of the records seen so far. */
    long[] snapshot();

    /** Called before the first record, with what {@link #snapshot} returned. */
    void restore(long[] memory);

    /**
     * What its memory is that of. It is stored beside it, and a memory of another format is not handed to {@link #restore}: the
     * generator then starts anew, from the watermark in the checkpoint on.
     */
    default String memoryFormat() {
        return getClass().getName();
    }
}
