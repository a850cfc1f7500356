package io.tidemark.worker.chain;

/** An operator with windows that fire by event time and have no timers. */
public interface HoldsWindows {
    /** The least watermark at which a window fires; {@link Long#MAX_VALUE} when none is open. On the task's thread. */
    long nextFiring();
}
