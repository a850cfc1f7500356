package io.tidemark.network.channel;

/**
 * The producing end of a channel. Used by the one thread that steps the producing task.
 *
 * <p>{@code write} always accepts. What exceeds the credit waits here, in order, and goes first as soon as there is room;
 * a task that looks at {@link #hasRoom()} before it takes input keeps that to what one input expands into.
 */
public interface OutputChannel {
    /**
     * Appends a record.
     *
     * @param timestamp event time in milliseconds, or {@code Records.NO_TIMESTAMP}
     * @param keyHash hash of its key; 0 when the edge has none
     */
    void write(Object value, long timestamp, int keyHash);

    /**
     * As {@link #write(Object, long, int)}, of a record whose key is a number. What the channel has no use for it leaves out.
     *
     * @param keyBits the key, see {@code Records.keyBits}
     */
    default void write(Object value, long timestamp, int keyHash, long keyBits) {
        write(value, timestamp, keyHash);
    }

    /** Appends a control element after the records written before. It is due at the next flush. */
    void write(ControlElement element);

    /** False: nothing more fits on the way to the consumer, so the task should take no further input. */
    boolean hasRoom();

    /**
     * As {@link #hasRoom}, for a task that makes records without taking any for so long that the channel would stand full: false when
     * half of what fits is on its way. A barrier waits for what stands before it, and half is enough for a consumer that is slower.
     */
    default boolean isLessThanHalfFull() {
        return hasRoom();
    }

    /**
     * Hands over what is due and fits: what waits first; then records that have not filled a batch or buffer when {@code
     * force}, or when the consumer has starved, or when the oldest of them has waited for the flush interval (reckoned
     * from the first flush that saw it).
     *
     * @param nowNs any clock that does not go back
     * @return whether something moved
     */
    boolean flush(long nowNs, boolean force);

    /** Whether nothing waits on this side. */
    boolean isDrained();

    /** Why nothing gets through any more, else null. What is written from then on is dropped. */
    Throwable failure();

    /** Lets go of what waits here. Nothing may be written afterwards. */
    void close();

    /** For people: which channel, where to, and how much credit is left. */
    String describe();
}
