package io.tidemark.checkpoint.timer;

/** A walk over keys of the timers column family as they were when it began. Used by one thread; has to be closed. */
public interface TimerScan extends AutoCloseable {
    /** Goes to the first key that is not before {@code key}. */
    void seek(byte[] key);

    /** Whether there is a key here. */
    boolean isValid();

    byte[] key();

    void next();

    @Override
    void close();
}
