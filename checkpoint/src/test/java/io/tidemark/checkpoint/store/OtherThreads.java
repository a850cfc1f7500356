package io.tidemark.checkpoint.store;

import io.tidemark.checkpoint.proto.KeyedStateHandle;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;

/** Who does what a store under test leaves to other threads. */
interface OtherThreads {
    /** Takes what is to be written in the background. */
    void flush(Runnable flush);

    /** What was taken is done now, if it waits for somebody to say so. */
    void runFlushes();

    /** The store that they belong to is closed. */
    void forgetFlushes();

    /** Writes a snapshot. */
    Future<KeyedStateHandle> write(Callable<KeyedStateHandle> writing);

    /** Nobody waits for a snapshot any more. */
    void giveUp(Future<KeyedStateHandle> writing);
}
