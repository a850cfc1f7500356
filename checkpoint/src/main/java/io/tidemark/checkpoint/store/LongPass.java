package io.tidemark.checkpoint.store;

import java.io.InterruptedIOException;
import java.io.UncheckedIOException;

/**
 * A pass over very many entries, which an interrupt of its thread ends: a task that is not wanted any more, and a worker that
 * waits for its end, need not wait for gigabytes. Used by one thread.
 */
final class LongPass {
    private static final int CHECK_EVERY_MASK = 4095;

    private final String what;
    private long entries;

    /** @param what is being done, to complete "interrupted while …" */
    LongPass(String what) {
        this.what = what;
    }

    /**
     * To be called for every entry.
     *
     * @throws UncheckedIOException with an {@link InterruptedIOException} when the thread was interrupted, now and then
     */
    void onEntry() {
        if ((entries++ & CHECK_EVERY_MASK) == 0 && Thread.currentThread().isInterrupted()) {
            throw new UncheckedIOException(new InterruptedIOException("interrupted while " + what));
        }
    }

    /** How many entries there were until now. */
    long entries() {
        return entries;
    }
}
